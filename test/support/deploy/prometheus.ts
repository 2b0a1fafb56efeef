import { parser } from '@prometheus-io/lezer-promql';

/** A family of metrics as a service returned it. */
export type Family = {
  readonly type: string;
  readonly help: string;
  /** Label names of its samples, except those of histograms. */
  readonly labels: ReadonlySet<string>;
};

/** Parses the text format of Prometheus into families, by name. */
export function familiesIn(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; help: string; labels: Set<string> }>();
  for (const reader of text.trimEnd().split('\n')) {
    const [, keyword, named = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(reader) ?? [];
    if (keyword === 'HELP') families.set(named, { type: '', help: rest, labels: new Set() });
    const family = families.get(keyword === undefined ? familyOf(reader, families) : named);
    if (family === undefined) throw new Error(`no family precedes the sample: ${reader}`);
    if (keyword === 'TYPE') family.type = rest;
    for (const [, label = ''] of reader.replace(/^#.*/, '').matchAll(/([a-z_]+)="/g)) {
      if (label !== 'le') family.labels.add(label);
    }
  }
  return families;
}

function familyOf(reader: string, families: ReadonlyMap<string, unknown>): string {
  const name = /^[a-zA-Z_:][\w:]*/.exec(reader)?.[0] ?? '';
  return families.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
}

export type Selector = {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** Enclosing functions and aggregations, innermost first. */
  readonly within: readonly string[];
};

export type Query = {
  readonly selectors: readonly Selector[];
  /** Labels used for grouping or joining. */
  readonly grouping: readonly string[];
  /** Parts that could not be parsed. */
  readonly faults: readonly string[];
};

type Node = ReturnType<typeof parser.parse>['topNode'];

/** Parses a PromQL expression into its selectors and labels. */
export function readQuery(expression: string): Query {
  const textOf = ({ from, to }: { readonly from: number; readonly to: number }) => expression.slice(from, to);
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  const faults: string[] = [];
  parser.parse(expression).iterate({
    enter: (cursor) => {
      if (cursor.type.isError) faults.push(`"${textOf(cursor)}" at ${cursor.from} of ${expression}`);
      if (cursor.name === 'GroupingLabels') grouping.push(...cursor.node.getChildren('LabelName').map(textOf));
      if (cursor.name === 'VectorSelector') selectors.push(selectorOf(cursor.node, textOf));
    },
  });
  return { selectors, grouping, faults };
}

function selectorOf(node: Node, textOf: (node: Node) => string): Selector {
  const identifier = node.getChild('Identifier');
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  const within: string[] = [];
  for (let above: Node | null = node.parent; above !== null; above = above.parent) {
    const word = above.getChild('FunctionIdentifier') ?? above.getChild('AggregateOp');
    if (word !== null) within.push(textOf(word));
  }
  return {
    metric: identifier === null ? '' : textOf(identifier),
    matchers: matchers.map((matcher) => ({
      label: textOf(matcher.getChild('LabelName') ?? matcher),
      operator: textOf(matcher.getChild('MatchOp') ?? matcher),
      value: textOf(matcher.getChild('StringLiteral') ?? matcher).slice(1, -1),
    })),
    within,
  };
}
