import { useMemo, useState } from 'preact/hooks';

/** Handlers of the element whose rows stand still while they are read. */
type Region = {
  readonly onPointerEnter: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onFocusIn: (event: FocusEvent) => void;
  readonly onFocusOut: (event: FocusEvent & { readonly currentTarget: EventTarget }) => void;
};

export type Holding = {
  readonly isHeld: boolean;
  readonly region: Region;
  /** Lets the rows move, until the pointer or the focus comes again. */
  readonly release: () => void;
};

/** Whether the pointer or the keyboard is over some rows. A finger is not: it leaves nothing where it was. */
export function useHolding(): Holding {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const region = useMemo<Region>(
    () => ({
      onPointerEnter: ({ pointerType }) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      // A row that was clicked is focused too
      onFocusIn: ({ target }) => setFocused(target instanceof Element && target.matches(':focus-visible')),
      onFocusOut: ({ relatedTarget, currentTarget }) => {
        const isInside = relatedTarget instanceof Node && (currentTarget as Element).contains(relatedTarget);
        if (!isInside) setFocused(false);
      },
    }),
    [],
  );
  const release = () => {
    setPointed(false);
    setFocused(false);
  };
  return { isHeld: isPointed || isFocused, region, release };
}
