import type { Json } from '../schema-writer.ts';
import { type Field, nameOf, typeText } from '../tables.ts';
import { type DocsEntry, fileOf, type Part } from './docs-page.ts';

type Shapes = Readonly<Record<string, Json>>;

/** Schemas of a description, and the page that shows all of them. */
export type ShapePage = { readonly id: string; readonly shapes: Shapes };

const fieldsOf = (shape: Json | undefined): readonly (readonly [string, Field])[] =>
  Object.entries(((shape ?? {}) as Field).properties ?? {});

/** The fields of a named schema; links to other schemas lead to where `address` says. */
function shapeEntries(name: string, shape: Json | undefined, address: (name: string) => string): DocsEntry[] {
  const required = (shape as Field | undefined)?.required ?? [];
  return fieldsOf(shape).map(([field, facts]) => ({
    id: `${name}.${field}`,
    name: field,
    notes: [typeText(facts, address), ...(required.includes(field) ? [] : ['may be absent'])],
    text: facts.description ?? '',
  }));
}

/** A list of every schema, then each with its fields; schemas that are not among them are where `elsewhere` says. */
export function shapeParts(shapes: Shapes, elsewhere: (name: string) => string = () => ''): Part[] {
  const address = (name: string): string => (name in shapes ? `#${name}` : elsewhere(name));
  const names = Object.keys(shapes);
  return [
    `<ul class="names">${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`,
    ...Object.entries(shapes).flatMap(([name, shape]): Part[] => [
      { heading: name, id: name },
      { entries: shapeEntries(name, shape, address) },
    ]),
  ];
}

const refsIn = (field: Field): string[] => [
  ...(field.$ref === undefined ? [] : [nameOf(field.$ref)]),
  ...(field.items === undefined ? [] : refsIn(field.items)),
  ...(field.anyOf ?? []).flatMap(refsIn),
  ...Object.values(field.properties ?? {}).flatMap(refsIn),
];

/** The named schemas that an answer consists of, the outer ones first. */
function namesWithin(answer: Field, shapes: Shapes): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name) || !(name in shapes)) return;
    found.add(name);
    for (const [, field] of fieldsOf(shapes[name])) refsIn(field).forEach(add);
  };
  refsIn(answer).forEach(add);
  return [...found];
}

/** What a request answers, with the fields of all schemas in it. */
export function answerParts(answer: Field, { id, shapes }: ShapePage): Part[] {
  const names = namesWithin(answer, shapes);
  const address = (name: string): string => (names.includes(name) ? `#${name}` : `${fileOf(id)}#${name}`);
  return [
    { heading: 'Answer', id: 'answer' },
    `<p>Returns ${typeText(answer, address)}.</p>`,
    { entries: answer.properties === undefined ? [] : shapeEntries('answer', answer as Json, address) },
    ...names.flatMap((name): Part[] => [
      `<h3 id="${name}">${name}</h3>`,
      { entries: shapeEntries(name, shapes[name], address), isElsewhere: true },
    ]),
  ];
}
