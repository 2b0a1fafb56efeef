import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path/posix';
import { htmlPage } from '../../src/api/pages/page.ts';
import { htmlOf } from './markdown.ts';

/** Pages and files of the site by path; `broken` lists links without a target, each with its page. */
export type Site = { readonly files: ReadonlyMap<string, string | Buffer>; readonly broken: readonly string[] };

const pageOf = (path: string): string => (path === 'README.md' ? 'index.html' : path.replace(/\.md$/, '.html'));

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Itemtape';

/** The target of a link within the repository; null for other links. */
function linkOf(page: string, to: string) {
  if (/^(?:[a-z]+:|#)/.test(to)) return null;
  const [path = '', anchor] = to.split('#', 2);
  return { target: normalize(join(dirname(page), path)), ending: anchor === undefined ? '' : `#${anchor}` };
}

/** README.md, all documents and the pages that they link to, with the other files that they refer to. */
export function siteOf(root: string): Site {
  const files = new Map<string, string | Buffer>([['icon.svg', readFileSync(join(root, 'dashboard/public/icon.svg'))]]);
  const broken: string[] = [];
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`)
    .sort();
  const waiting = ['README.md', ...documents];
  const known = new Set(waiting);

  function take(target: string): void {
    if (!target.endsWith('.md')) files.set(target, readFileSync(join(root, target)));
    else if (!known.has(target)) waiting.push(target);
    known.add(target);
  }

  const addressFrom = (page: string) => (to: string) => {
    const link = linkOf(page, to);
    if (link === null) return to;
    const found = statSync(join(root, link.target), { throwIfNoEntry: false });
    if (found === undefined) broken.push(`${page}: ${to}`);
    // A folder has no page
    if (found?.isFile() !== true) return null;
    take(link.target);
    return relative(dirname(page), pageOf(link.target)) + link.ending;
  };

  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    const markdown = readFileSync(join(root, page), 'utf8');
    const ways = ['README.md', ...documents.filter((path) => dirname(path) === 'docs')].map(
      (path) => `<a href="${relative(dirname(page), pageOf(path))}">${nameOf(path)}</a>`,
    );
    const body = `<nav aria-label="Documents">${ways.join(' · ')}</nav>\n${htmlOf(markdown, addressFrom(page))}`;
    const icon = relative(dirname(page), 'icon.svg');
    files.set(pageOf(page), htmlPage({ title: `${titleOf(markdown)} · Itemtape`, isPlayed: false, body, icon }));
  }
  return { files, broken };
}

const nameOf = (path: string): string =>
  path === 'README.md' ? 'Itemtape' : basename(path, '.md').replaceAll('-', ' ');
