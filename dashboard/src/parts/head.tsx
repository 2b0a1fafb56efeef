import type { ComponentChildren } from 'preact';

type Props = { readonly kind?: string; readonly children: ComponentChildren };

/** What stands above a column; of the kind `number` it ends where the figures do. */
export const Head = ({ kind, children }: Props) => (
  <th scope="col" class={kind}>
    {children}
  </th>
);
