import type { ComponentChildren } from 'preact';

type Props = {
  readonly to: string | null;
  readonly label?: string | undefined;
  readonly kind?: string | undefined;
  readonly children: ComponentChildren;
};

// These URLs come from marketplaces: other schemes could run script in this page
const leadsOut = /^(?:https?|steam):\/\//i;

/** A link to a marketplace; nothing when it gave no usable URL. */
export function OuterLink({ to, label, kind, children }: Props) {
  if (to === null || !leadsOut.test(to)) return null;
  return (
    <a href={to} class={kind} aria-label={label} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

type MarketProps = {
  readonly marketplace: string;
  readonly link: string | null;
  /** What one does there, such as “Buy”. */
  readonly deed?: string;
};

/** A marketplace that leads to the item there; its name alone when no usable URL is known. */
export function MarketLink({ marketplace, link, deed }: MarketProps) {
  if (link === null || !leadsOut.test(link)) return <span class="main">{marketplace}</span>;
  return (
    <OuterLink to={link} kind="market-link">
      <span class="main">{marketplace}</span>
      {deed !== undefined && <span class="deed"> {deed}</span>}
    </OuterLink>
  );
}
