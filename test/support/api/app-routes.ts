import type { App } from '../../../src/api/app.ts';

/** Every path of the interface with its methods. */
export const appRoutes = ({ paths }: App): { readonly path: string; readonly methods: readonly string[] }[] =>
  Array.from(paths, ([path, methods]) => ({ path, methods }));
