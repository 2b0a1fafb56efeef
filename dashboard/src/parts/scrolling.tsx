import type { ComponentChildren } from 'preact';

/** Something wider than a phone; it scrolls by itself, and can be reached by keyboard for that. */
export function Scrolling({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
