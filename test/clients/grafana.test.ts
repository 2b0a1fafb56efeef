import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type ServedApi, serveApi, startAt, type TestStore } from '../support/api/served-api.ts';

/** A query of the data source Infinity, as far as deploy/grafana/prices.json uses it. */
type Target = {
  readonly parser: string;
  readonly url: string;
  readonly url_options: { readonly params: readonly { readonly key: string; readonly value: string }[] };
  readonly root_selector: string;
  readonly columns: readonly { readonly selector: string; readonly type: string }[];
};
type Board = {
  readonly panels: readonly { readonly title: string; readonly targets: readonly Target[] }[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly current: { value?: string } }[] };
};

const file = join(import.meta.dirname, '..', '..', 'deploy', 'grafana', 'prices.json');
const { panels, templating }: Board = JSON.parse(readFileSync(file, 'utf8'));
const now = Math.floor(startAt / 1000);
const times = { '__timeFrom:date:seconds': now - 14 * 86_400, '__timeTo:date:seconds': now };
const values = new Map<string, string>([
  ...templating.list.map(({ name, current }) => [name, current.value ?? ''] as const),
  ...Object.entries(times).map(([name, at]) => [name, String(at)] as const),
]);

/** A text with values in place of the variables of Grafana and the macros of Infinity. */
const filledIn = (text: string): string =>
  text.replace(/\$\{([^}]+)\}/g, (_, name: string) => values.get(name) ?? expect.fail(`no value for ${name}`));

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
  served = await serveApi(testStore.store);
});
afterAll(async () => {
  await served.close();
  await testStore.close();
});

it.each(panels.map(({ title, targets }) => [title, targets] as const))(
  'the board of prices finds what its panel "%s" shows',
  async (title, targets) => {
    for (const { parser, url, url_options: options, root_selector: root, columns } of targets) {
      expect(parser).toBe('backend');
      const query = Object.fromEntries(options.params.map(({ key, value }) => [key, filledIn(value)]));
      const { status, body } = await served.get(url, query);
      expect(status).toBe(200);
      const rows: readonly Readonly<Record<string, unknown>>[] = body[root];
      // No bid was ever stored
      if (title !== 'Highest buy order') expect(rows.length).toBeGreaterThan(0);
      for (const row of rows)
        for (const { selector, type } of columns)
          if (row[selector] !== null)
            expect(`${type} ${typeof row[selector]}`).toMatch(/^(number|timestamp_epoch_s) number$/);
      if (rows.length > 0) expect(Math.abs(Number(rows.at(-1)?.['at']) - now)).toBeLessThan(30 * 86_400);
    }
  },
);
