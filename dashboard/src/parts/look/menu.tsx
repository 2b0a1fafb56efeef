import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  /** Whether the name is written beside the icon where there is room. */
  readonly isNamed?: boolean;
  /** Whether it holds the view that is shown. */
  readonly isHere?: boolean;
  readonly children: ComponentChildren;
};

/** Puts a panel under its button, within the page; on phones its rules put it at the bottom. */
function place(button: HTMLElement, panel: HTMLElement): void {
  const { bottom, right } = button.getBoundingClientRect();
  panel.style.setProperty('--at-top', `${bottom + 6}px`);
  panel.style.setProperty('--at-right', `${Math.max(8, document.documentElement.clientWidth - right)}px`);
}

/** A button that opens a panel; Escape, a click elsewhere and a followed link close it. */
export function Menu({ id, name, icon, isNamed = false, isHere = false, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = panel.current;
    if (shown === null) return;
    const opening = (event: ToggleEvent) => {
      if (event.newState === 'open' && button.current !== null) place(button.current, shown);
    };
    const followed = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a') !== null) shown.hidePopover();
    };
    shown.addEventListener('beforetoggle', opening);
    shown.addEventListener('click', followed);
    return () => {
      shown.removeEventListener('beforetoggle', opening);
      shown.removeEventListener('click', followed);
    };
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`menu-button ${isHere ? 'here' : ''}`}
        popovertarget={id}
        aria-label={isNamed ? undefined : name}
        title={isNamed ? undefined : name}
      >
        <Icon name={icon} />
        {isNamed && <span>{name}</span>}
      </button>
      <div ref={panel} id={id} class="menu panel" popover="auto">
        {children}
      </div>
    </>
  );
}
