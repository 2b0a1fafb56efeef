import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { type Fan, messagesTo, openFan, withFans } from './stage.ts';

type Size = {
  readonly readers: number;
  /** Messages sent to everyone in one round; fewer where each costs more. */
  readonly messages: Readonly<Record<Contender, number>>;
};

type Contender = 'plain' | 'hub' | 'plainDeflated' | 'hubDeflated';

const perSecond = 2_000;
// Too few changes to share a write
const calmPerSecond = 50;
const calmMessages = 100;
const warmUpMessages = 20;

const sizes: readonly Size[] = [
  { readers: 100, messages: { plain: 2_000, hub: 4_000, plainDeflated: 200, hubDeflated: 4_000 } },
  { readers: 1_000, messages: { plain: 200, hub: 2_000, plainDeflated: 20, hubDeflated: 2_000 } },
  { readers: 5_000, messages: { plain: 40, hub: 500, plainDeflated: 10, hubDeflated: 500 } },
];

const unit = 'server CPU s per million deliveries';
const plainName = 'ws, client.send in a loop';

type Figures = { readonly perMillion: number };

async function deliver(fan: Fan, messages: number, rate: number): Promise<Figures> {
  const { server, readers } = fan;
  await readers.call('forgetFrames');
  const before = await server.cpuSeconds();
  await server.call(fan.kind === 'hub' ? 'publishToHub' : 'sendPlainly', messages, rate);
  const expected = messagesTo(fan.crowd, messages);
  const { frames } = await readers.call('untilFrames', expected);
  if (frames !== expected) throw new Error(`${frames} messages arrived instead of ${expected}`);
  return { perMillion: ((await server.cpuSeconds()) - before) / (frames / 1e6) };
}

const bounds: Readonly<Record<'fan' | 'deflate', Promised>> = {
  fan: { ratio: { atMost: 0.5 } },
  deflate: { ratio: { atMost: 1.5 } },
};

function rowsOf(size: Size, wants: 'all' | 'tenth', figures: Readonly<Record<Contender, Figures>>): Row[] {
  const who = `${size.readers.toLocaleString('en')} readers, ${wants === 'all' ? 'all' : '10 %'} of the messages each`;
  const facts = (ours: keyof typeof figures, reference: keyof typeof figures) => ({
    unit,
    referenceValue: figures[reference].perMillion,
    value: figures[ours].perMillion,
  });
  const isPromised = size.readers === 1_000;
  const at = `${perSecond.toLocaleString('en')} changes/s`;
  return [
    row(
      { name: `fan-out to ${who}, ${at}`, reference: plainName, ...facts('hub', 'plain') },
      isPromised ? bounds.fan : null,
    ),
    row({ name: 'the same, deflated', reference: `${plainName}, deflated`, ...facts('hubDeflated', 'plainDeflated') }),
    row(
      { name: 'the same, deflated', reference: 'the same, not deflated', ...facts('hubDeflated', 'hub') },
      isPromised ? bounds.deflate : null,
    ),
  ];
}

async function measure(size: Size, wants: 'all' | 'tenth'): Promise<Row[]> {
  const open = (kind: Fan['kind'], offersDeflate: boolean) => () =>
    openFan(kind, { count: size.readers, offersDeflate, wants });
  const fans = {
    plain: open('plain', false),
    hub: open('hub', false),
    plainDeflated: open('plain', true),
    hubDeflated: open('hub', true),
  };
  return await withFans(fans, async (opened) => {
    for (const fan of Object.values(opened)) await deliver(fan, warmUpMessages, perSecond);
    const turn = (name: Contender) => () => deliver(opened[name], size.messages[name], perSecond);
    const figures = await inRounds({
      plain: turn('plain'),
      hub: turn('hub'),
      plainDeflated: turn('plainDeflated'),
      hubDeflated: turn('hubDeflated'),
    });
    return rowsOf(size, wants, figures);
  });
}

/** With changes one at a time, no messages can be batched. */
async function measureCalm(): Promise<Row> {
  const crowd = { count: 1_000, offersDeflate: false, wants: 'all' } as const;
  const fans = { plain: () => openFan('plain', crowd), hub: () => openFan('hub', crowd) };
  const figures = await withFans(fans, ({ plain, hub }) =>
    inRounds({
      plain: () => deliver(plain, calmMessages, calmPerSecond),
      hub: () => deliver(hub, calmMessages, calmPerSecond),
    }),
  );
  return row({
    name: `fan-out to 1,000 readers, all of the messages each, ${calmPerSecond} changes/s, one at a time`,
    unit,
    reference: plainName,
    referenceValue: figures.plain.perMillion,
    value: figures.hub.perMillion,
  });
}

async function fanOutTo(readers: number): Promise<Row[]> {
  const size = sizes.find((one) => one.readers === readers);
  if (size === undefined) throw new Error(`there is no fan-out to ${readers} readers`);
  return [...(await measure(size, 'all')), ...(await measure(size, 'tenth'))];
}

export const fanOutTo100 = (): Promise<Row[]> => fanOutTo(100);
export const fanOutTo1000 = async (): Promise<Row[]> => [...(await fanOutTo(1_000)), await measureCalm()];
export const fanOutTo5000 = (): Promise<Row[]> => fanOutTo(5_000);
