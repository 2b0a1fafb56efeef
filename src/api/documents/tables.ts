import { escapeHtml } from '../pages/page.ts';
import type { Json } from './schema-writer.ts';

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
  `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>\n${rows.join('\n')}\n</table>`;

export function typeText(field: Field): string {
  if (field.$ref !== undefined) {
    const name = field.$ref.split('/').at(-1) ?? '';
    return `<a href="#${name}">${escapeHtml(name)}</a>`;
  }
  if (field.const !== undefined) return code(JSON.stringify(field.const));
  if (field.anyOf !== undefined) return field.anyOf.map(typeText).join(' or ');
  if (field.enum !== undefined) return field.enum.map((value) => escapeHtml(String(value))).join(', ');
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? ['any']);
  return types
    .map((type) => (type === 'array' && field.items !== undefined ? `list of ${typeText(field.items)}` : type))
    .join(' or ');
}

/** A section with the fields of a schema, which links to its name lead to. */
export function shapeSection(name: string, shape: Json): string {
  const { properties = {} } = shape as Field;
  const rows = Object.entries(properties).map(([field, facts]) =>
    row(code(field), typeText(facts), prose(facts.description ?? '')),
  );
  return `<h3 id="${name}">${name}</h3>${table(['Field', 'Type', 'Meaning'], rows)}`;
}
