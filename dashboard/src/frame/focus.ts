/** Focus after navigation: at the top of a new view, and back on the link when returning. */

const maxWaitMs = 5_000;

/** The link that was followed, and its place among those to the same URL, as rows of one item have. */
type Step = { readonly followed?: string; readonly index?: number };

const linksTo = (href: string): Element[] =>
  [...document.querySelectorAll('main a')].filter((one) => one.getAttribute('href') === href);

/** Stores in the history entry being left which link was followed. */
export function keepFollowed(link: Element): void {
  const followed = link.getAttribute('href');
  const step: Step = followed === null ? {} : { followed, index: Math.max(0, linksTo(followed).indexOf(link)) };
  history.replaceState(step, '');
}

/** Focuses the search field of the home page, or the start of another view, once it is rendered, unless the visitor moved first. */
export function focusView(): void {
  const ending = new AbortController();
  addEventListener('keydown', () => ending.abort(), { once: true, signal: ending.signal });
  requestAnimationFrame(() => {
    if (ending.signal.aborted) return;
    ending.abort();
    const start = document.getElementById(location.pathname === '/' ? 'query' : 'content');
    start?.focus({ preventScroll: true });
  });
}

/** Focuses the link that was followed from here once its row is rendered, unless the visitor moved first. */
export function focusFollowed(): void {
  const { followed, index = 0 }: Step = history.state ?? {};
  if (followed === undefined) return;
  const until = performance.now() + maxWaitMs;
  const ending = new AbortController();
  for (const event of ['keydown', 'pointerdown', 'popstate'] as const) {
    addEventListener(event, () => ending.abort(), { once: true, signal: ending.signal });
  }
  const look = (): void => {
    if (ending.signal.aborted) return;
    const links = linksTo(followed);
    const isLate = performance.now() > until;
    // There may be fewer of them than before
    const link = links[index] ?? (isLate ? links.at(-1) : undefined);
    if (link instanceof HTMLElement) {
      ending.abort();
      link.focus();
    } else if (!isLate) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
