import { escapeHtml } from '../pages/page.ts';

/** The parts of a written schema that a page shows. */
export type Field = {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Field;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Field[];
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
};

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

/** Escapes a text and turns backticks into code elements. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const row = (...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

export const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`;

/** Code to be read or copied. */
export const block = (text: string, language = ''): string =>
  `<pre tabindex="0"${language === '' ? '' : ` data-language="${language}"`}>${escapeHtml(text)}</pre>`;

export const jsonBlock = (value: unknown): string => block(JSON.stringify(value, null, 2));

/** The last word of a reference, which names what it leads to. */
export const nameOf = (ref: string | undefined): string => ref?.split('/').at(-1) ?? '';

/** The type in words; named schemas are links, whose targets are given by `address`. */
export function typeText(field: Field, address: (name: string) => string): string {
  const text = (one: Field): string => typeText(one, address);
  if (field.$ref !== undefined) {
    const name = nameOf(field.$ref);
    return `<a href="${address(name)}">${escapeHtml(name)}</a>`;
  }
  if (field.const !== undefined) return code(JSON.stringify(field.const));
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(text))].join(' or ');
  if (field.enum !== undefined) return field.enum.map((value) => escapeHtml(String(value))).join(', ');
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? ['any']);
  return types
    .map((type) => (type === 'array' && field.items !== undefined ? `list of ${text(field.items)}` : type))
    .join(' or ');
}
