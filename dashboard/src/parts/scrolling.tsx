import type { ComponentChildren } from 'preact';

type Props = {
  readonly label: string;
  readonly kind?: string;
  /** Called with the pixels above what is in view. */
  readonly onScroll?: (topPx: number) => void;
  readonly children: ComponentChildren;
};

/** A scrolling region that can be reached by keyboard. */
export function Scrolling({ label, kind = '', onScroll, children }: Props) {
  return (
    <section
      class={`wide ${kind}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop)}
    >
      {children}
    </section>
  );
}
