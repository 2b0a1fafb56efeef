import { signal } from '@preact/signals';

const shownMs = 6_000;

type Toast = { readonly id: number; readonly text: string };

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Says something for a few seconds in the corner of the page, and to screen readers. */
export function say(text: string): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, text }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, shownMs);
}

/** Where it is said; once in the page. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
);
