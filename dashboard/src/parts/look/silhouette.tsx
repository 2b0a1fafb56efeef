import { type Drawing, drawings } from './drawings.ts';

/** What kind of thing an item is, where no picture of it is known. */
export const Silhouette = ({ of: kind }: { readonly of: Drawing }) => (
  <svg class="thumbnail silhouette" viewBox="0 0 64 48" aria-hidden="true">
    <path d={drawings[kind]} fill-rule="evenodd" />
  </svg>
);
