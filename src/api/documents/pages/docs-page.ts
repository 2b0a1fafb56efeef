import { escapeHtml } from '../../pages/page.ts';
import { code, prose } from '../tables.ts';

/** A thing that has a name and can be found by it: a parameter, a field, a setting. */
export type DocsEntry = {
  readonly id: string;
  readonly name: string;
  /** HTML beside the name: a type, a default. */
  readonly notes?: readonly string[];
  /** What it means, with code in backticks. */
  readonly text: string;
};

/** A request that the page can send. */
export type TryIt = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly isRequired: boolean;
    readonly example: string;
    /** null for any text. */
    readonly choices: readonly string[] | null;
  }[];
  /** An example of the JSON to send; null for none. */
  readonly body: string | null;
};

/** A piece of a page: HTML, a heading that links can lead to, or a list of entries. */
export type Part =
  | string
  | { readonly heading: string; readonly id: string }
  | { readonly entries: readonly DocsEntry[]; readonly isElsewhere?: true };

export const pageGroups = [
  'Guide',
  'Markets',
  'Items',
  'Trading',
  'History',
  'Stream',
  'Reference',
  'Operation',
] as const;

export type DocsPage = {
  /** Its word in addresses. */
  readonly id: string;
  readonly group: (typeof pageGroups)[number];
  readonly title: string;
  /** Its anchor in the days of one page, if it is another word. */
  readonly anchor?: string;
  /** In one sentence, with code in backticks. */
  readonly about: string;
  readonly parts: readonly Part[];
  /** What follows it, and on phones the examples. */
  readonly more?: readonly Part[];
  /** What stands beside the text where there is room: examples. */
  readonly side?: readonly Part[];
  readonly tryIt?: TryIt;
};

const entryHtml = ({ id, name, notes = [], text }: DocsEntry): string =>
  `<div id="${escapeHtml(id)}"><dt>${code(name)}${notes.map((note) => ` <span>${note}</span>`).join('')}</dt><dd>${prose(text)}</dd></div>`;

const partHtml = (part: Part): string => {
  if (typeof part === 'string') return part;
  if ('heading' in part) return `<h2 id="${part.id}">${escapeHtml(part.heading)}</h2>`;
  return part.entries.length === 0 ? '' : `<dl class="entries">${part.entries.map(entryHtml).join('\n')}</dl>`;
};

/** A form that works without scripts; the dashboard puts its own in its place. */
const formHtml = ({ method, path, parameters }: TryIt): string => {
  if (method !== 'GET') return '<div class="try"></div>';
  const inputs = parameters.map(({ name, isRequired, example }) => {
    const value = isRequired ? `value="${escapeHtml(example)}" required` : `placeholder="${escapeHtml(example)}"`;
    return `<label for="try-${name}">${code(name)}</label><input id="try-${name}" name="${name}" ${value}>`;
  });
  return `<form class="try" method="get" action="${path}">${inputs.join('')}
<label for="try-key">${code('apiKey')}</label><input id="try-key" name="apiKey" type="password" autocomplete="off" required><button>Try it</button></form>`;
};

/** The first sentence of a text, and the others. */
function splitLead(text: string): readonly [lead: string, others: string] {
  const end = /[.…] (?=[A-Z`])/.exec(text)?.index;
  return end === undefined ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 2)];
}

/** The text of a page, in which links lead to the files of other pages. */
export function articleOf({ title, id, anchor = id, about, parts, more = [], side = [], tryIt }: DocsPage): string {
  const aside = [...(tryIt === undefined ? [] : [formHtml(tryIt)]), ...side.map(partHtml)];
  const [lead, others] = splitLead(about);
  return `<article class="doc${aside.length > 0 ? ' has-side' : ''}">
<h1 id="${anchor}">${prose(title)}</h1>
<p class="about">${prose(lead)}</p>
<div class="doc-text">
${others === '' ? '' : `<p>${prose(others)}</p>`}
${parts.map(partHtml).join('\n')}
</div>
${aside.length === 0 ? '' : `<div class="doc-side">\n${aside.join('\n')}\n</div>`}
${more.length === 0 ? '' : `<div class="doc-text">\n${more.map(partHtml).join('\n')}\n</div>`}
</article>`;
}

/** What can be found on a page. */
const foundOn = ({
  parts,
  more = [],
  side = [],
}: DocsPage): { readonly id: string; readonly name: string; readonly text: string }[] =>
  [...parts, ...more, ...side].flatMap((part) => {
    if (typeof part === 'string') return [];
    if ('heading' in part) return [{ id: part.id, name: part.heading, text: '' }];
    return part.isElsewhere ? [] : part.entries.map(({ id, name, text }) => ({ id, name, text }));
  });

/** What the dashboard needs to list the pages, to search them and to send their requests. */
export const indexOf = (pages: readonly DocsPage[]) =>
  pageGroups.map((title) => ({
    title,
    pages: pages
      .filter(({ group }) => group === title)
      .map((page) => ({
        id: page.id,
        title: page.title.replaceAll('`', ''),
        about: page.about.replaceAll('`', ''),
        anchor: page.anchor ?? page.id,
        tryIt: page.tryIt ?? null,
        entries: foundOn(page),
      })),
  }));

export const fileOf = (id: string): string => `${id}.html`;
