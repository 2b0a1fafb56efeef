import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  dataSets,
  type Game,
  games,
  isObject,
  type MarketRecord,
  marketplaces,
  type RecordKind,
} from '../schema/index.ts';
import type { About, Connector, HasItem, Source } from './connector.ts';
import { pathInBytes } from './rows.ts';
import { declarationFaults, requestFaults, type Sample } from './suite/declaration-faults.ts';
import {
  answerIn,
  type EvidenceFile,
  isProof,
  isReadable,
  isRecording,
  type ReadableEvidence,
  type Unwraps,
} from './suite/evidence.ts';
import { type Fixture, fixtureKinds, fixturesOf, goldenOf, receivedAt, sourceOf, tableOf } from './suite/fixtures.ts';
import { hollowFaults } from './suite/hollow-faults.ts';
import { lackFaults } from './suite/lack-faults.ts';
import { nullFaults } from './suite/null-faults.ts';
import { readText, recordsOf } from './suite/read-text.ts';
import { fragilities, payloadFragilities, recordFaults } from './suite/record-faults.ts';
import { errorFaults, surroundingFaults, unknownCodeFaults } from './suite/refusal-faults.ts';
import { renamingFaults } from './suite/renaming-faults.ts';
import { deepFrozen, inStoppedWorld } from './suite/stopped-world.ts';
import { decidedKinds, unreadableFaults } from './suite/unreadable-faults.ts';

/** What a connector is checked against besides its own declaration. */
export type Surroundings = {
  /** The registry that must contain it. */
  readonly known: readonly { readonly slug: string }[];
  readonly hasNotes: boolean;
};

const ours: Surroundings = { known: [...marketplaces, ...dataSets], hasNotes: true };

/** Declares the tests that every connector has to pass on its own fixtures; `folder` is the connector's folder. */
export function conforms(connector: Connector, folder: string, { known, hasNotes }: Surroundings = ours): void {
  const fixtures = fixturesOf(connector, (file) => textOf(join(folder, 'fixtures', file)));
  describe(connector.slug, () => {
    it('is declared without fault', () => {
      expect(declarationFaults(connector, basename(folder), known)).toEqual([]);
      if (hasNotes) expect(existsSync(join(folder, 'NOTES.md')), 'NOTES.md is missing').toBe(true);
    });
    if (connector.bansAccounts === true)
      it('stops asking at a refusal it does not know, as accounts are banned', () => {
        expect(unknownCodeFaults(connector, fixtures)).toEqual([]);
      });
    it('lists every fixture in SOURCES.md, each of a source it has', () => {
      const present = readdirSync(join(folder, 'fixtures')).filter((file) => sourceOf(file) !== null);
      const listed = fixtures.map(({ file }) => file);
      const names = connector.sources.map(({ name }) => name);
      expect([
        ...present.filter((file) => !listed.includes(file)).map((file) => `${file} has no row in SOURCES.md`),
        ...listed.filter((file, at) => listed.indexOf(file) !== at).map((file) => `${file} has two rows in SOURCES.md`),
        ...fixtures
          .filter(({ source }) => !names.includes(source))
          .map(({ file }) => `${file}: no source has this name`),
      ]).toEqual([]);
    });
    for (const source of connector.sources) {
      const own = fixtures.filter((fixture) => fixture.source === source.name);
      describe(source.name, () => sourceConforms(connector, source, own, join(folder, 'fixtures')));
    }
  });
}

function sourceConforms(connector: Connector, source: Source, fixtures: readonly Fixture[], folder: string): void {
  const asks =
    source.kind === 'feed'
      ? 'connects over wss, without secrets'
      : 'makes https requests without secrets, different for each game';
  it(asks, () => {
    expect(requestFaults(connector, source, sampleOf(fixtures))).toEqual([]);
  });
  it('has a fixture for every kind of record it yields', () => {
    const records = fixtures.flatMap(({ text, about }) => readText(source, text, about).records);
    const rows = `rows of fixtures/${source.name}-<n>.json, if SOURCES.md lists it`;
    expect(new Set(records.map(({ kind }) => kind)), rows).toEqual(new Set(source.yields));
  });
  it('has a fixture that shows where the price of every kind of record is read', () => {
    const found = fixtures
      .filter(({ outcome }) => outcome === 'read')
      .flatMap(({ text, about }) => decidedKinds(source, readText(source, text, about).rows, about));
    expect(source.yields.filter((kind) => isPriced(kind) && !found.includes(kind))).toEqual([]);
  });
  for (const fixture of fixtures) describe(fixture.file, () => fixtureConforms(source, fixture, folder));
  if (source.mayLack !== undefined)
    it('says why rows may lack what they may lack, and no more than that', () => {
      expect(lackFaults(source, fixtures)).toEqual([]);
    });
  it('loses no record to null in a field that only describes', () => {
    expect(nullFaults(source, fixtures)).toEqual([]);
  });
  it('gives an outcome for malformed answers', () => {
    const about = fixtures[0]?.about ?? noItem(connector);
    const text = fixtures[0]?.text ?? '{}';
    const page = '<!DOCTYPE html><html><body>Just a moment...</body></html>';
    for (const strange of ['', ' ', 'null', '"', '[]', '{}', page, text.slice(0, text.length / 2), `${text}}`])
      expect(() => readText(source, strange, about), strange.slice(0, 60)).not.toThrow();
    expect(payloadFragilities(source, readText(source, text, about).payload, about)).toEqual([]);
  });
  if (source.kind !== 'feed' && source.decode === undefined)
    it('takes an answer about a failure neither for a list nor for a changed format', () => {
      expect(errorFaults(source, fixtures[0]?.about ?? noItem(connector))).toEqual([]);
    });
  it('parses 10,000 rows within seconds', () => {
    expect(secondsForRows(source, fixtures, 10_000)).toBeLessThan(5);
  });
}

const isPriced = (kind: RecordKind): boolean => kind !== 'withdrawal' && kind !== 'cancellation' && kind !== 'item';

function fixtureConforms(source: Source, fixture: Fixture, folder: string): void {
  const read = () => readText(source, fixture.text, fixture.about);
  it('is read as SOURCES.md expects, into valid records', () => {
    const { outcome, detail, rejected, records } = read();
    expect(outcome, detail ?? undefined).toBe(fixture.outcome);
    expect(rejected.length, rejected.join('\n')).toBe(fixture.rejects);
    expect(recordFaults(records, source)).toEqual([]);
  });
  if (fixture.outcome !== 'read') return;
  it('gives the records of its golden file', async () => {
    await expect(goldenText(read().records)).toMatchFileSnapshot(join(folder, goldenOf(fixture.file)));
  });
  it('gives the same records from frozen rows twice, without clock, randomness or network', () => {
    const rows = acceptedRows(source, fixture).map(deepFrozen);
    const about = deepFrozen({ ...fixture.about });
    const parse = () => inStoppedWorld(() => rows.flatMap((row) => recordsOf(source, row, about)));
    expect(parse()).toEqual(parse());
    expect(parse()).toEqual(read().records);
  });
  const isOfQuotes = source.yields.every((kind) => kind === 'quote');
  if (pathInBytes(source) !== null && isOfQuotes)
    it('gives the same records whenever it is received', () => {
      const parseAt = (at: number) =>
        acceptedRows(source, fixture).flatMap((row) => recordsOf(source, row, { ...fixture.about, at }));
      expect(parseAt(0)).toEqual(parseAt(fixture.about.at));
    });
  if (pathInBytes(source) !== null)
    it('is refused, checked and dated by what surrounds its rows', () => {
      expect(surroundingFaults(source, read())).toEqual([]);
    });
  // A message about a sale can have no date: it counts as sold when received
  const datedAt = read()
    .records.flatMap(dateOf)
    .filter((dated) => dated !== fixture.about.at);
  if (datedAt.length > 0)
    it('rejects sales and past prices dated days after the receipt', () => {
      const at = Math.min(...datedAt) - 2 * 86_400_000;
      const { rejected, records } = readText(source, fixture.text, { ...fixture.about, at });
      expect(records.flatMap(dateOf).filter((dated) => dated !== at)).toEqual([]);
      expect(rejected.length, rejected.join('\n')).toBeGreaterThan(fixture.rejects);
    });
  it('survives any single field being missing, null, empty, negative or of another type', () => {
    expect(fragilities(source, read().rows, fixture.about)).toEqual([]);
  });
  it('rejects rows whose prices and times cannot be read, and reads nothing into hollow ones', () => {
    expect(unreadableFaults(source, read().rows, fixture.about)).toEqual([]);
    expect(hollowFaults(source, read().rows, fixture.about)).toEqual([]);
  });
  it('notices every key that has another name', () => {
    expect(renamingFaults(source, read().payload, fixture.about)).toEqual([]);
  });
}

/** When something was paid; nothing for other records, and for past prices that are of the time of receipt. */
function dateOf(record: MarketRecord): number[] {
  if (record.kind === 'sale') return [record.soldAt];
  return record.kind === 'pastPrice' && record.at !== null ? [record.at] : [];
}

/** Answers kept outside the repository, and the functions by which some are taken out of their files. */
export type CachedAnswers = { readonly files: readonly EvidenceFile[]; readonly unwraps: Unwraps };

/** Declares the tests of a connector on answers kept outside the repository, in `folder`; null when it is not available. */
export function standsEvidence(connector: Connector, { files, unwraps }: CachedAnswers, folder: string | null): void {
  const readable = files.filter(isReadable);
  describe(`grades of ${connector.slug}`, () => {
    it('are "recorded" only where a recorded answer is named', () => {
      const graded = connector.sources.filter((source) => source.evidence === 'recorded').map(({ name }) => name);
      const proved = readable.filter(isProof).map(({ source }) => source);
      expect(graded.filter((name) => !proved.includes(name))).toEqual([]);
    });
  });
  // vitest fails a block without tests
  const recordings = readable.filter(isRecording);
  describe.runIf(recordings.length > 0)(`recorded answers of ${connector.slug}`, () => {
    for (const file of recordings)
      it.skipIf(folder === null)(`are read: ${titleOf(file)}`, () =>
        standsFile(connector, file, folder ?? '', unwraps),
      );
  });
  if (folder === null) return;
  describe(`kept answers of ${connector.slug}`, () => {
    it('are all known, each of the kind its list of sources gives', () => {
      expect(Object.fromEntries(files.map(({ file, kind }) => [file, kind]))).toEqual(kindsIn(folder));
    });
    for (const file of readable.filter((one) => !isRecording(one)))
      it(`are read, though they prove nothing (${file.kind}): ${titleOf(file)}`, () =>
        standsFile(connector, file, folder, unwraps));
  });
}

function standsFile(connector: Connector, file: ReadableEvidence, folder: string, unwraps: Unwraps): void {
  const source = connector.sources.find(({ name }) => name === file.source);
  if (source === undefined) throw new Error(`${connector.slug} has no source "${file.source}"`);
  const { game, item = null, marketplaceItemId = null } = file;
  const about: About = { game, item, marketplaceItemId, at: file.receivedAt ?? receivedAt };
  const text = answerIn(textOf(join(folder, file.file)), file.unwrap, unwraps);
  const hasItem = file.goesByName ? catalogueIn(join(folder, '../../../catalogue')) : undefined;
  const reading = readText(source, text, about, hasItem);
  const { outcome, detail, rejected } = reading;
  expect(outcome, detail ?? undefined).toBe(file.outcome ?? 'read');
  expect(rejected.length, rejected.slice(0, 5).join('\n')).toBe(file.rejects ?? 0);
  expect({ rows: reading.rows.length, records: countsOf(reading.records) }).toEqual({
    rows: file.rows,
    records: file.records,
  });
  expect(recordFaults(reading.records, source)).toEqual([]);
  for (const fact of file.facts ?? [])
    expect(
      reading.records.some((record) => holds(record, fact)),
      JSON.stringify(fact),
    ).toBe(true);
}

/** The item names in a folder of catalogues. */
function catalogueIn(folder: string): HasItem {
  const namesOf = (game: Game): ReadonlySet<string> => {
    const { items }: { items: { name: string }[] } = JSON.parse(textOf(join(folder, `${game.toLowerCase()}.json.gz`)));
    return new Set(items.map(({ name }) => name));
  };
  const names = new Map(games.map((game) => [game, namesOf(game)]));
  return (game, name) => names.get(game)?.has(name) === true;
}

const titleOf = ({ file, source, unwrap }: ReadableEvidence): string =>
  `${file} as ${source}${unwrap === undefined ? '' : `; ${unwrap.why}`}`;

const maxFixtureBytes = 512 * 2 ** 20;

/** The text of a file, decompressed when its name ends in .gz. */
function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxFixtureBytes }) : bytes).toString('utf8');
}

const holds = (record: MarketRecord, fact: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(fact).every(
    ([field, value]) => sortedJson((record as Readonly<Record<string, unknown>>)[field]) === sortedJson(value),
  );

/** The kind of each file, from the SOURCES.md of an evidence folder, whose rows can name several files. */
function kindsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file !== 'SOURCES.md');
  // A bar in quotes is part of the cell, escaped or not
  const rows = tableOf(textOf(join(folder, 'SOURCES.md')).replaceAll('" | "', '" \\| "'));
  return Object.fromEntries(files.map((file) => [file, kindOfFile(file, rows)]));
}

function kindOfFile(file: string, rows: readonly Readonly<Record<string, string>>[]): string {
  const row = rows.find((candidate) => fileNames(candidate['file'] ?? '').some((name) => isNamed(file, name)));
  const words = row?.['kind'] ?? 'not listed';
  // The first word decides: "derived from recorded-real" is derived.
  // "probably recorded" proves no more than documentation does.
  return fixtureKinds.find((kind) => words.startsWith(kind)) ?? (words.startsWith('probably') ? 'docs' : words);
}

/** The files that a cell names: `a-1.json, -2.json` are a-1.json and a-2.json. */
function fileNames(cell: string): string[] {
  const [first = '', ...others] = cell.split(',').map((name) => name.replaceAll('`', '').trim());
  return [first, ...others.map((name) => (name.startsWith('-') ? first.replace(/-\d+\.\w+$/, name) : name))];
}

/** Whether a file matches a name, in which '*' stands for any text. */
function isNamed(file: string, name: string): boolean {
  const [head = '', ...others] = name.split('*');
  const tail = others.at(-1);
  if (tail === undefined) return file === head;
  return file.length >= head.length + tail.length && file.startsWith(head) && file.endsWith(tail);
}

const countsOf = (records: readonly MarketRecord[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

function sampleOf(fixtures: readonly Fixture[]): Sample {
  const found = fixtures.find(({ about }) => about.item !== null)?.about;
  return {
    item: found?.item ?? 'AK-47 | Redline (Field-Tested)',
    marketplaceItemId: found?.marketplaceItemId ?? null,
  };
}

const noItem = (connector: Connector): About => ({
  game: connector.games[0] ?? 'CS2',
  item: null,
  marketplaceItemId: null,
  at: receivedAt,
});

const acceptedRows = (source: Source, { text, about }: Fixture): readonly unknown[] => {
  const { rows, rejected } = readText(source, text, about);
  const refused = new Set(rejected.map((fault) => Number(/^row (\d+)/.exec(fault)?.[1])));
  return rows.filter((_, index) => !refused.has(index));
};

function secondsForRows(source: Source, fixtures: readonly Fixture[], count: number): number {
  const fixture = fixtures.find(({ outcome }) => outcome === 'read');
  const rows = fixture === undefined ? [] : acceptedRows(source, fixture);
  if (fixture === undefined || rows.length === 0)
    throw new Error(`no fixture of ${source.name} in SOURCES.md has a row to repeat`);
  const startedAt = performance.now();
  for (let at = 0; at < count; at += 1) recordsOf(source, rows[at % rows.length], fixture.about);
  return (performance.now() - startedAt) / 1000;
}

const goldenText = (records: readonly MarketRecord[]): string =>
  records.length === 0 ? '[]\n' : `[\n${records.map(sortedJson).join(',\n')}\n]\n`;

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
