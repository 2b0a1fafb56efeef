import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeMetrics } from '../../src/api/metrics/node-metrics.ts';
import { WireSourceHealth } from '../../src/api/wire/health.ts';
import { type Family, familiesIn, readQuery } from '../support/deploy/prometheus.ts';
import { type Demo, startDemo } from '../support/processes/demo.ts';
import { killAll, readJson } from '../support/processes/served-process.ts';
import { until } from '../support/time/until.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Target = { readonly expr: string; readonly legendFormat: string };
type Panel = {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly Target[];
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
};
type Variable = { readonly name: string; readonly type: string; readonly definition?: string };
type Board = {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly annotations: { readonly list: readonly { readonly name: string; readonly expr: string }[] };
};
type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
};

const board: Board = JSON.parse(read('deploy/grafana/itemtape.json'));
// Prometheus reads YAML, of which JSON is a subset
const rules = (JSON.parse(read('deploy/prometheus/alerts.json')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

const queries: readonly (readonly [string, string])[] = [
  ...board.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`board: ${title}`, expr] as const)),
  ...board.annotations.list.map(({ name, expr }) => [`board: ${name}`, expr] as const),
  ...rules.map(({ alert, expr }) => [`alert: ${alert}`, expr] as const),
];

/** An expression with values in place of Grafana's variables. */
const filledIn = (expr: string): string =>
  expr.replaceAll('$__rate_interval', '2m').replace(/\$(game|marketplace)/g, '.*');

/** Labels that Prometheus adds; `role` is of deploy/prometheus/cluster.yml. */
const ofTargets = ['job', 'instance', 'role'];
// Prometheus itself creates this one
const up: Family = { type: 'gauge', help: '', labels: new Set() };

/** Only services with `cluster.nats` have these. */
const node = { isThis: true, silentSeconds: 0, silentMs: 0, epoch: 'e', sequence: 1, connections: {} };
const ofNodes: ReadonlyMap<string, Family> = new Map(
  nodeMetrics([
    { ...node, name: 'a', version: '1', roles: ['collect'], works: ['collect'], isReady: true } as never,
  ]).map(({ name, type, help, samples }) => [
    name,
    { type, help, labels: new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels))) },
  ]),
);

const { description: statesInWords } = WireSourceHealth.properties.state as { readonly description?: string };
const states = (statesInWords ?? '').split(/, | or /);

const functionsOfCounters = ['rate', 'increase', 'irate'];

describe("the operators' kit", () => {
  let demo: Demo;
  let families: ReadonlyMap<string, Family>;

  beforeAll(async () => {
    demo = await startDemo({ STAGE_ITEMS: '300' });
    const readText = async () => await (await fetch(`${demo.origin}/metrics`)).text();
    await readJson(`${demo.origin}/v2/marketplaces`, demo.key);
    const text = await until('metrics that appear only after a reading', async () => {
      const seen = await readText();
      return /itemtape_source_age_seconds\{/.test(seen) && /http_duration_seconds_count\{/.test(seen) && seen;
    });
    families = familiesIn(text);
  });
  afterAll(async () => {
    await demo?.stop();
    await killAll();
  });

  /** The family behind a name in a query; a histogram has three such series. */
  const familyOf = (metric: string): Family | undefined => {
    if (metric === 'up') return up;
    const family = families.get(metric) ?? ofNodes.get(metric);
    if (family !== undefined) return family.type === 'histogram' ? undefined : family;
    const [, name = ''] = /^(.+)_(?:bucket|sum|count)$/.exec(metric) ?? [];
    const histogram = families.get(name);
    return histogram?.type === 'histogram' ? { ...histogram, labels: new Set([...histogram.labels, 'le']) } : undefined;
  };

  const labelsLeftBy = (expr: string): readonly string[] => {
    const { grouping, selectors } = readQuery(filledIn(expr));
    if (grouping.length > 0) return grouping;
    return [...ofTargets, ...selectors.flatMap(({ metric }) => [...(familyOf(metric)?.labels ?? [])])];
  };

  describe('metrics', () => {
    it('follow the naming conventions of Prometheus', () => {
      for (const [name, { type, help, labels }] of families) {
        expect(name).toMatch(/^(itemtape|process|nodejs)(_[a-z]+)+$/);
        expect(name.endsWith('_total'), name).toBe(type === 'counter');
        expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kilobytes|megabytes|percent|mb|kb)(_|$)/);
        expect(help, name).toMatch(/^[A-Z].*\.$/);
        for (const label of labels) expect(label).toMatch(/^[a-z]+$/);
      }
    });

    it('are all in docs/metrics.md, as they are, and no others', () => {
      const rows = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \| (.+?) \| (.+) \|$/gm)];
      const documented = rows.map(([, name, type, labels, help]) => [name, type, labels, help].join(' | '));
      const real = [...families].map(([name, { type, labels, help }]) => {
        const listed = [...labels].map((label) => `\`${label}\``).join(', ');
        return [name, type, listed === '' ? 'none' : listed, help].join(' | ');
      });

      expect(documented.sort()).toEqual(real.sort());
    });
  });

  describe('queries', () => {
    it.each(queries)('%s selects existing metrics and labels', (_, expr) => {
      const { faults, selectors } = readQuery(filledIn(expr));

      expect(faults).toEqual([]);
      expect(selectors).not.toEqual([]);
      for (const { metric, matchers, within } of selectors) {
        const family = familyOf(metric);
        expect(family, metric).toBeDefined();
        for (const { label } of matchers) expect([...ofTargets, ...(family?.labels ?? [])], metric).toContain(label);
        const isSteady = family?.type === 'gauge';
        const rated = within.filter((word) => functionsOfCounters.includes(word));
        expect(isSteady ? rated : [], `${metric} can fall, so rate() does not apply`).toEqual([]);
        expect(within.includes('histogram_quantile'), metric).toBe(metric.endsWith('_bucket'));
      }
    });

    it.each(queries)('%s groups by existing labels', (_, expr) => {
      const { selectors, grouping } = readQuery(filledIn(expr));

      const labels = selectors.flatMap(({ metric }) => [...(familyOf(metric)?.labels ?? [])]);
      for (const label of grouping) expect([...ofTargets, ...labels]).toContain(label);
    });

    it.each(queries)('%s counts what every node of a cluster reports only once', (_, expr) => {
      for (const { metric, matchers, within } of readQuery(filledIn(expr)).selectors) {
        const isOnlyLookedFor = matchers.some(({ label, value }) => label === 'state' && value === 'live');
        const isShared = /^itemtape_(source|book)_/.test(metric) && !isOnlyLookedFor;
        if (isShared)
          expect(
            within.filter((word) => ['min', 'max'].includes(word)),
            metric,
          ).not.toEqual([]);
      }
    });

    it.each(queries)('%s names existing states', (_, expr) => {
      const named = readQuery(filledIn(expr)).selectors.flatMap(({ matchers }) =>
        matchers.filter(({ label }) => label === 'state').flatMap(({ value }) => value.split('|')),
      );

      for (const state of named) expect(states).toContain(state);
    });
  });

  describe('the dashboard of Grafana', () => {
    it('has legends only of labels that the query keeps', () => {
      for (const { expr, legendFormat } of board.panels.flatMap(({ targets = [] }) => targets)) {
        const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        for (const label of named) expect(labelsLeftBy(expr), expr).toContain(label);
      }
    });

    it('has variables over existing labels, each of which is used', () => {
      const chosen = board.templating.list.filter(({ type }) => type === 'query');
      for (const { name, definition = '' } of chosen) {
        const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(definition) ?? [];
        expect([...(families.get(metric)?.labels ?? [])]).toContain(label);
        expect(queries.some(([, expr]) => expr.includes(`$${name}`))).toBe(true);
      }
      expect(chosen.map(({ name }) => name)).toEqual(['marketplace', 'game']);
    });

    it('has panels that do not overlap', () => {
      const ids = board.panels.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      for (const { gridPos } of board.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    });
  });

  describe('the alerts of Prometheus', () => {
    it('have unique names, a severity, and a text for the person on call', () => {
      expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
      for (const { alert, labels, annotations, for: span } of rules) {
        expect(alert).toMatch(/^Itemtape[A-Za-z]+$/);
        expect(['critical', 'warning', 'info']).toContain(labels.severity);
        expect(annotations.summary).not.toBe('');
        expect(annotations.description).toMatch(/\.$/);
        expect(span ?? '1m').toMatch(/^\d+[smh]$/);
      }
    });

    it('mention only labels that their query keeps', () => {
      for (const { alert, expr, annotations } of rules) {
        const words = annotations.summary + annotations.description;
        for (const [, label] of words.matchAll(/\$labels\.(\w+)/g)) expect(labelsLeftBy(expr), alert).toContain(label);
      }
    });
  });
});
