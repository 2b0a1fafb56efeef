import { createSourceReports } from '../../../src/api/source-report.ts';
import { Book } from '../../../src/book/book.ts';
import type { Connector, Source } from '../../../src/contract/connector.ts';
import { ExchangeRates } from '../../../src/normalise/exchange-rates.ts';
import type { Change, Game } from '../../../src/schema/index.ts';
import { createIntake } from '../../../src/service/sources/intake.ts';
import { collecting, createRecordingSink } from './collecting.ts';
import { unpublished } from './unpublished.ts';

/** Reads some sources of a connector, of one item, from a scripted marketplace through the intake into a book. */
export async function readingIntoBook(
  name: string,
  { sources, ...connector }: Connector,
  chosen: readonly string[],
  changed: (source: Source) => Source = (source) => source,
  game: Game = 'CS2',
) {
  const book = new Book();
  const told: Change[] = [];
  const publisher = unpublished((changes) => void told.push(...changes));
  const rates = new ExchangeRates({ now: () => here.clock.now() });
  const writer = { pushUnlessFull: () => {} };
  const intake = createIntake({ book, rates, publisher, writer });
  const sink = createRecordingSink();
  const here = await collecting({
    connector: { ...connector, games: [game] },
    sources: sources.filter((source) => chosen.includes(source.name)).map(changed),
    names: () => [name],
    marketplaceItemId: () => '7',
    secrets: Object.fromEntries(connector.credentials.map(({ env }) => [env, 'secret'])),
    // Also where the marketplace forbids it
    isOn: () => true,
    sink: { ...sink, take: intake.take, sweep: intake.sweep, sweepItem: intake.sweepItem, confirm: intake.confirm },
  });
  const removals = () => told.filter(({ kind }) => kind === 'removed');
  /** Reads on until a time after the start has passed. */
  const until = async (elapsed: number): Promise<void> => {
    const end = here.clock.now() + elapsed;
    while (here.clock.now() + (here.clock.untilNext() ?? 0) < end) await here.next();
  };
  const reports = createSourceReports({ health: () => here.collector.health(), book, now: () => here.clock.now() });
  return { here, book, told, removals, until, reports };
}
