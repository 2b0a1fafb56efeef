import type { ViewProps } from './view.ts';

export function ItemView(_: ViewProps) {
  return <h1>Item</h1>;
}
