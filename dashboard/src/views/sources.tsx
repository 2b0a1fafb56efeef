import type { ViewProps } from './view.ts';

export function SourcesView(_: ViewProps) {
  return <h1>Sources</h1>;
}
