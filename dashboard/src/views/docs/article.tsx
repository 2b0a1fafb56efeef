import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hash } from '../../router.ts';
import { Copy } from '../../table/take-away.tsx';
import { translate } from '../../text/translate.ts';
import { addressOfPage, type TryIt } from './pages.ts';
import { TryItForm } from './try-it.tsx';

type Props = { readonly html: string; readonly tryIt: TryIt | null };

/** The text of a page without its frame, whose own style the policy of the dashboard forbids. */
function articleIn(html: string): Element | null {
  const text = /<article.*<\/article>/s.exec(html)?.[0] ?? '';
  return new DOMParser().parseFromString(text, 'text/html').querySelector('article');
}

/** Leads links to files of other pages to the pages of the dashboard. */
function leadLinks(article: Element): void {
  for (const link of article.querySelectorAll('a')) {
    const [, id, anchor] = /^([\w-]+)\.html(?:#(.*))?$/.exec(link.getAttribute('href') ?? '') ?? [];
    if (id !== undefined) link.setAttribute('href', addressOfPage(id, anchor));
  }
}

/** Puts a button on every block of code, and the form in its place; returns where, for their end. */
function addControls(article: Element, tryIt: TryIt | null): Element[] {
  const hosts = [...article.querySelectorAll('pre')].map((block) => {
    const [frame, host] = [document.createElement('div'), document.createElement('span')];
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, host);
    render(<Copy text={() => block.textContent ?? ''} words={translate('Copy')} />, host);
    return host;
  });
  const place = article.querySelector('.try');
  if (place === null || tryIt === null) return hosts;
  const host = document.createElement('div');
  place.replaceWith(host);
  render(<TryItForm tryIt={tryIt} />, host);
  return [...hosts, host];
}

function showAnchor(article: Element | null, anchor: string): void {
  article?.querySelector('[data-here]')?.removeAttribute('data-here');
  const found = anchor === '' ? null : document.getElementById(decodeURIComponent(anchor));
  if (found === null || !article?.contains(found)) return;
  found.setAttribute('data-here', '');
  found.scrollIntoView();
}

/** The text of a page as the service writes it, with what works only here. */
export function Article({ html, tryIt }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const anchor = hash.value.slice(1);
  useEffect(() => {
    const article = articleIn(html);
    if (article === null) return;
    leadLinks(article);
    const hosts = addControls(article, tryIt);
    place.current?.replaceChildren(article);
    return () => {
      for (const host of hosts) render(null, host);
    };
  }, [html]);
  useEffect(() => showAnchor(place.current, anchor), [html, anchor]);
  return <div ref={place} />;
}
