/** Focus after navigation: at the top of a new view, and back on the link when returning. */

const mostWaitMs = 5_000;

type Step = { readonly followed?: string };

/** Stores in the history entry being left which link was followed. */
export function keepFollowed(href: string | null): void {
  const step: Step = href === null ? {} : { followed: href };
  history.replaceState(step, '');
}

/** Focuses the search field, or the start of another view, once it is rendered. */
export function focusView(): void {
  requestAnimationFrame(() => {
    const start = document.getElementById('query') ?? document.getElementById('content');
    start?.focus({ preventScroll: true });
  });
}

/** Focuses the link that was followed from here once its row is rendered, unless the visitor moved first. */
export function focusFollowed(): void {
  const { followed }: Step = history.state ?? {};
  if (followed === undefined) return;
  const until = performance.now() + mostWaitMs;
  const ending = new AbortController();
  for (const event of ['keydown', 'pointerdown', 'popstate'] as const) {
    addEventListener(event, () => ending.abort(), { once: true, signal: ending.signal });
  }
  const look = (): void => {
    if (ending.signal.aborted || performance.now() > until) return;
    const links = [...document.querySelectorAll('main a')];
    const link = links.find((one) => one.getAttribute('href') === followed);
    if (!(link instanceof HTMLElement)) requestAnimationFrame(look);
    else {
      ending.abort();
      link.focus();
    }
  };
  requestAnimationFrame(look);
}
