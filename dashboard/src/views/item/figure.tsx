import type { ComponentChildren } from 'preact';

type Props = {
  readonly name: string;
  readonly kind?: string | undefined;
  readonly detail: ComponentChildren;
  readonly children: ComponentChildren;
};

/** One of the key figures of an item. */
export const Figure = ({ name, kind, detail, children }: Props) => (
  <div>
    <dt>{name}</dt>
    <dd class={kind}>
      {children}
      <span class="quiet detail">{detail}</span>
    </dd>
  </div>
);
