import { inRounds, type Row, row } from '../rounds.ts';
import { quantile } from './delays.ts';
import type { Crowd } from './readers.ts';
import { openFan, withFans } from './stage.ts';

const perSecond = 2_000;
const seconds = 4;
const readers = 100;
const witnesses = 20;

type Figures = { readonly p50: number; readonly p99: number };
type PublishedMix = Pick<Crowd, 'knownBy' | 'more'>;

/** Milliseconds from a fetched payload with a new best ask to the arrival of the message about it. */
async function measure(mix: PublishedMix): Promise<Figures> {
  const crowd = { count: readers, offersDeflate: false, wants: 'all', witnesses, ...mix } as const;
  return await withFans({ one: () => openFan('hub', crowd) }, async ({ one: { server, readers: group } }) => {
    const once = async (): Promise<Figures> => {
      await group.call('forgetFrames');
      const count = perSecond * seconds;
      const { first, at } = await server.call('applyToHub', count, perSecond, true);
      await group.call('untilSeen', first + count - 1, witnesses);
      const { numbers, times } = await group.call('witnessed');
      // A price that was superseded before it was published counts as never published
      const spent = new Float64Array(count * witnesses).fill(Number.POSITIVE_INFINITY);
      for (const [place, time] of times.entries())
        spent[place] = time - (at[(numbers[place] ?? 0) - first] ?? Number.NaN);
      spent.sort();
      return { p50: quantile(spent, 0.5), p99: quantile(spent, 0.99) };
    };
    await once();
    return await once();
  });
}

/** Latency of best prices, compared with the offers that they follow from. */
export async function bestLatency(): Promise<Row[]> {
  const { best, offers } = await inRounds({
    best: () => measure({ knownBy: 'bestAsk', more: { channels: 'best' } }),
    offers: () => measure({ knownBy: 'link' }),
  });
  const rowOf = (figure: keyof Figures, atMost: number | null) =>
    row(
      {
        name: `${figure} from payload to best price, ${readers} readers of everything, at ${perSecond.toLocaleString('en')} changes/s`,
        unit: 'ms',
        reference: 'to the offer itself',
        referenceValue: offers[figure],
        value: best[figure],
      },
      atMost === null ? null : { value: { atMost } },
    );
  return [rowOf('p50', null), rowOf('p99', 50)];
}
