import type { ViewProps } from './view.ts';

export function KeysView(_: ViewProps) {
  return <h1>Keys</h1>;
}
