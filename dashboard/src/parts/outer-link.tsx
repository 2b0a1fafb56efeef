import type { ComponentChildren } from 'preact';

type Props = {
  readonly to: string | null;
  readonly label?: string | undefined;
  readonly kind?: string | undefined;
  readonly children: ComponentChildren;
};

// These URLs come from marketplaces: other schemes could run script in this page
const leadsOut = /^(?:https?|steam):\/\//i;

/** A link to a marketplace; plain content when it gave no usable URL. */
export function OuterLink({ to, label, kind, children }: Props) {
  if (to === null || !leadsOut.test(to)) return null;
  return (
    <a href={to} class={kind} aria-label={label} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
