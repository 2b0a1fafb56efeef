import { hash } from 'node:crypto';

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --mark: #b45309; --page: #fff; --ink: #1a1a1a; --dim: #595959; --link: #0b57c2; }
@media (prefers-color-scheme: dark) { :root { --mark: #f0a04b; --page: #15171a; --ink: #e6e6e6; --dim: #b3b3b3; --link: #8ab8ff; } }
html { background: var(--page); color: var(--ink); } a { color: var(--link); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; overflow-wrap: anywhere; } dl { margin: 0; } dl > div { border-top: 1px solid var(--line); padding: .6rem 0; } dt span { margin-left: .6rem; color: var(--dim); font-size: .9rem; } dd { margin: .2rem 0 0; } h2 { margin: 2.5rem 0 .3rem; font-size: 1.25rem; } h3 { font-size: 1rem; }
code, pre { font: 13.5px/1.45 ui-monospace, monospace; } p code, td code, td a, li { overflow-wrap: anywhere; } pre { background: var(--soft); padding: .8rem; overflow-x: auto; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: .35rem .6rem .35rem 0; text-align: left; vertical-align: top; }
@media (max-width: 40rem) { table { font-size: .85rem; } td, th { padding-right: .4rem; overflow-wrap: anywhere; min-width: 3.2rem; } td:first-child { min-width: 5.5rem; } }
form { display: grid; grid-template-columns: max-content minmax(0, 26rem); gap: .35rem .8rem; align-items: center; }
input, button { font: inherit; padding: .2rem .5rem; min-width: 0; } button { grid-column: 2; justify-self: start; }
@media (min-width: 70rem) { body:has(.sided) { max-width: 84rem; } .sided { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 2.5rem; } .sided > nav h2 { margin: 1rem 0 0; font-size: 1rem; } .sided > nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; font-size: .88rem; } .sided > nav ul { padding: 0; list-style: none; } .sided > nav li { margin: .35rem 0; } }
.played { border: 2px solid var(--mark); border-radius: 6px; padding: .6rem .9rem; margin: 1rem 0; }
`;

/** Headers of a page that loads nothing except pictures of this service, and runs no scripts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const playedBanner = `<p class="played"><strong>All data here is simulated.</strong> The prices, offers, buy orders and sales come from simulated marketplaces on this machine; nothing shown is for sale anywhere.</p>`;

/** The page for a path that does not exist. */
export const nowherePage = (facts: { readonly isPlayed: boolean; readonly message: string }): string =>
  htmlPage({
    title: 'Nothing here · Itemtape',
    isPlayed: facts.isPlayed,
    body: `<h1>Nothing here</h1>
<p>${escapeHtml(facts.message.charAt(0).toUpperCase() + facts.message.slice(1))}</p>
<p><a href="/">Search for an item</a> · <a href="/docs">documentation</a></p>`,
  });

export const htmlPage = (page: {
  readonly title: string;
  readonly isPlayed: boolean;
  readonly body: string;
  /** URL of the icon; default: that of the service. */
  readonly icon?: string;
}): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="${page.icon ?? '/icon.svg'}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
${page.isPlayed ? playedBanner : ''}
${page.body}
</main>
</body>
</html>
`;
