import type { ComponentChildren } from 'preact';

type Props = { readonly label: string; readonly kind?: string; readonly children: ComponentChildren };

/** A scrolling region that can be reached by keyboard. */
export function Scrolling({ label, kind = '', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard
    <section class={`wide ${kind}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
