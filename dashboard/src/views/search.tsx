import type { ViewProps } from './view.ts';

export function SearchView(_: ViewProps) {
  return <h1>Search</h1>;
}
