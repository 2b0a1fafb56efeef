import type { ComponentChildren } from 'preact';

type Props = {
  readonly to: string | null;
  readonly label?: string | undefined;
  readonly kind?: string | undefined;
  readonly children: ComponentChildren;
};

// Marketplaces write these addresses: anything else might run here
const leadsOut = /^(?:https?|steam):\/\//i;

/** A link of a marketplace, or none where it gave none that leads out of this page. */
export function OuterLink({ to, label, kind, children }: Props) {
  if (to === null || !leadsOut.test(to)) return null;
  return (
    <a href={to} class={kind} aria-label={label} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
