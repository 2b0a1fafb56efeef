import { inRounds, type Row, row } from '../rounds.ts';
import { type Fan, openFan, withFans } from './stage.ts';

const readers = 5_000;

async function perConnection(kind: Fan['kind'], offersDeflate: boolean): Promise<{ bytes: number }> {
  const crowd = { count: readers, offersDeflate, wants: 'all' } as const;
  // The first connections load the code
  return await withFans({ one: () => openFan(kind, { ...crowd, count: 100 }) }, async ({ one }) => {
    const before = await one.server.call('residentBytes');
    await one.readers.call('openReaders', { ...crowd, port: one.crowd.port });
    return { bytes: ((await one.server.call('residentBytes')) - before) / readers };
  });
}

export async function idleConnections(): Promise<Row[]> {
  const figures = await inRounds({
    plain: () => perConnection('plain', false),
    hub: () => perConnection('hub', false),
    plainDeflated: () => perConnection('plain', true),
    hubDeflated: () => perConnection('hub', true),
  });
  const name = `a subscribed, silent connection, of ${readers.toLocaleString('en')}`;
  const unit = 'bytes of resident memory';
  return [
    row({ name, unit, reference: 'ws', referenceValue: figures.plain.bytes, value: figures.hub.bytes }),
    row({
      name: `${name}, deflated`,
      unit,
      reference: 'ws, deflated',
      referenceValue: figures.plainDeflated.bytes,
      value: figures.hubDeflated.bytes,
    }),
  ];
}
