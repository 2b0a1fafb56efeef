import { useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Props = {
  readonly id: string;
  /** What is explained, for screen readers. */
  readonly about: string;
  readonly words: string;
};

const width = 288;

/** An explanation that can be reached by finger and by keyboard, where a tooltip needs a pointer. */
export function Tip({ id, about, words }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const place = (event: MouseEvent) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { bottom, left } = event.currentTarget.getBoundingClientRect();
    const room = document.documentElement.clientWidth - width - 8;
    panel.current?.style.setProperty('--at-top', `${bottom + 4}px`);
    panel.current?.style.setProperty('--at-left', `${Math.max(8, Math.min(left, room))}px`);
  };
  return (
    <>
      <button type="button" class="tip-button" popovertarget={id} aria-label={about} onClick={place}>
        <Icon name="info" />
      </button>
      <div ref={panel} id={id} class="tip panel" popover="auto">
        {words}
      </div>
    </>
  );
}
