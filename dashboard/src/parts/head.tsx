import type { ComponentChildren } from 'preact';

type Props = { readonly kind?: string; readonly children: ComponentChildren };

/** A column head; the kind `number` is right-aligned like its figures. */
export const Head = ({ kind, children }: Props) => (
  <th scope="col" class={kind}>
    {children}
  </th>
);
