/** Who follows a link begins at the top of the new view, and back at the link when they return. */

const mostWaitMs = 5_000;

type Step = { readonly followed?: string };

/** Keeps in the step that is left which link was followed. */
export function keepFollowed(href: string | null): void {
  const step: Step = href === null ? {} : { followed: href };
  history.replaceState(step, '');
}

/** To the field of the search, or to the beginning of another view, once it is there. */
export function focusView(): void {
  requestAnimationFrame(() => {
    const start = document.getElementById('query') ?? document.getElementById('content');
    start?.focus({ preventScroll: true });
  });
}

/** To the link that was followed from here, as soon as its row has come, unless the visitor is faster. */
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
