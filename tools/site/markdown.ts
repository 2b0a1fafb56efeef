import { escapeHtml } from '../../src/api/pages/page.ts';

/** The anchor that GitHub gives a heading. */
const anchorOf = (head: string): string =>
  head
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const emphasised = (html: string): string =>
  html.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>').replace(/\*([^*\s](?:[^*]*[^*\s])?)\*/g, '<em>$1</em>');

/** The HTML of one line; `address` returns the target of a link, or null for none. */
export function inline(text: string, address: (to: string) => string | null): string {
  // Code is not Markdown: a private-use character takes its place meanwhile
  const codes: string[] = [];
  const retained = text.replace(/(`+)(.+?)\1/g, (_, _ticks, code: string) => {
    codes.push(`<code>${escapeHtml(code)}</code>`);
    return `\ue000${codes.length - 1}\ue000`;
  });
  const linked = escapeHtml(retained)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words, to) => `<img src="${address(to) ?? ''}" alt="${words}">`)
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words, to) => {
      const found = address(to);
      return found === null ? words : `<a href="${found}">${words}</a>`;
    });
  return emphasised(linked).replace(/\ue000(\d+)\ue000/g, (_, at) => codes[Number(at)] ?? '');
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

type Kind = 'fence' | 'head' | 'table' | 'list' | 'numbers' | 'rule' | 'text' | 'blank' | 'html';

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['blank', /^\s*$/],
  ['fence', /^```/],
  ['head', /^#{1,6} /],
  ['table', /^\|/],
  ['list', /^\s*[-*] /],
  ['numbers', /^\s*\d+\. /],
  ['rule', /^---+$/],
  ['html', /^<!--/],
];

const kindOf = (line: string): Kind => kinds.find(([, form]) => form.test(line))?.[0] ?? 'text';

/** Groups lines into blocks, in order. */
function blocksOf(markdown: string): { kind: Kind; lines: string[] }[] {
  const blocks: { kind: Kind; lines: string[] }[] = [];
  let isFenced = false;
  for (const line of markdown.split('\n')) {
    const last = blocks.at(-1);
    if (isFenced && last !== undefined) {
      last.lines.push(line);
      isFenced = !line.startsWith('```');
      continue;
    }
    const kind = kindOf(line);
    isFenced = kind === 'fence';
    const isListGoingOn = kind === 'text' && (last?.kind === 'list' || last?.kind === 'numbers');
    if (isListGoingOn) last?.lines.push(`${last.lines.pop()} ${line.trim()}`);
    else if (last?.kind === kind && kind !== 'head' && kind !== 'fence') last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks;
}

/** Renders the subset of Markdown that the documents of this project use. */
export function htmlOf(markdown: string, address: (to: string) => string | null): string {
  const inlined = (text: string) => inline(text, address);
  const row = (line: string, cell: 'th' | 'td') =>
    `<tr>${cellsOf(line)
      .map((text) => `<${cell}>${inlined(text)}</${cell}>`)
      .join('')}</tr>`;
  const items = (lines: readonly string[]) =>
    lines.map((line) => `<li>${inlined(line.replace(/^\s*(?:[-*]|\d+\.) /, ''))}</li>`).join('\n');
  const write: Readonly<Record<Kind, (lines: readonly string[]) => string>> = {
    blank: () => '',
    html: () => '',
    rule: () => '<hr>',
    fence: (lines) => `<pre tabindex="0"><code>${escapeHtml(lines.slice(1, -1).join('\n'))}</code></pre>`,
    head: ([line = '']) => {
      const level = /^#+/.exec(line)?.[0].length ?? 1;
      const text = line.slice(level + 1);
      return `<h${level} id="${anchorOf(text)}">${inlined(text)}</h${level}>`;
    },
    table: ([head = '', , ...lines]) =>
      `<table>\n${row(head, 'th')}\n${lines.map((line) => row(line, 'td')).join('\n')}\n</table>`,
    list: (lines) => `<ul>\n${items(lines)}\n</ul>`,
    numbers: (lines) => `<ol>\n${items(lines)}\n</ol>`,
    text: (lines) => `<p>${inlined(lines.join('\n'))}</p>`,
  };
  return blocksOf(markdown)
    .map(({ kind, lines }) => write[kind](lines))
    .filter((html) => html !== '')
    .join('\n');
}
