import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The source of axe, which a page evaluates. */
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The result of axe. */
export type Judged = {
  readonly passes: readonly { readonly id: string }[];
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

/** The violations, one each line. */
export const barriers = ({ violations }: Judged): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
