import { type Game, games } from '../../../src/schema/index.ts';

type AnswersOptions = {
  readonly names: readonly { readonly game: Game; readonly name: string }[];
  /** Values of `days` and `dataPoints` to request price history with. */
  readonly windows?: readonly (readonly [days: string, dataPoints: string])[];
};

/** Answers of every kind of endpoint, by address; price history, the slowest, only if windows are given. */
export async function answersOf(
  origin: string,
  key: string,
  { names, windows = [] }: AnswersOptions,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const read = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const address = `${path}?${new URLSearchParams(query)}`;
    const reply = await fetch(`${origin}${address}`, { headers: { 'x-api-key': key, 'accept-encoding': 'identity' } });
    const text = await reply.text();
    // These two fields are recounted at most once a minute
    found.set(address, `${reply.status} ${text}`.replace(/"(salesCount|priceHistoryDays)":\d+/g, '"$1":0'));
    return text;
  };
  await read('/v2/marketplaces');
  for (const game of games) {
    await read('/v2/buy-orders', { game });
    await read('/v2/items/search', { game, query: 'e', limit: '200' });
  }
  for (const { game, name } of names) {
    const compared: { marketplaces?: readonly { marketplace: string }[] } = JSON.parse(
      await read('/v2/items/compare', { game, name }),
    );
    await read('/v2/buy-orders', { game, name });
    await Promise.all(
      (compared.marketplaces ?? []).flatMap(({ marketplace }) => [
        read('/v2/items', { marketplace, game, name }),
        ...(windows.length > 0 ? [read('/v2/sales', { marketplace, game, name, days: '365' })] : []),
        ...windows.map(([days, dataPoints]) =>
          read('/v2/price-history', { marketplace, game, name, days, dataPoints }),
        ),
      ]),
    );
  }
  return found;
}

export type Answers = Awaited<ReturnType<typeof answersOf>>;

const daysLeft = /"daysTradeLocked":(\d+)/g;

/** Equal byte for byte, except that a day may have passed for trade locks. */
function isSame(before: string, after: string): boolean {
  const [earlier, later] = [before, after].map((text) =>
    Array.from(text.matchAll(daysLeft), ([, days]) => Number(days)),
  );
  const [rest, others] = [before, after].map((text) => text.replaceAll(daysLeft, ''));
  return rest === others && (earlier ?? []).every((days, at) => [days, days - 1].includes(later?.[at] ?? -1));
}

/** Every address whose answer differs, with both answers. */
export const differences = (before: Answers, after: Answers) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => !isSame(before.get(path) ?? '', after.get(path) ?? ''))
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }));
