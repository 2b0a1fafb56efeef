import type { ViewProps } from './view.ts';

export function TapeView(_: ViewProps) {
  return <h1>Tape</h1>;
}
