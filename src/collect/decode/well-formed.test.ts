import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { tinyFeed, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { priceList } from '../../../test/support/collect/tiny-sources.ts';
import { createMessageReader } from '../feed/message-reader.ts';
import { createRowReader, createRowTally } from './row-reader.ts';
import { parseWellFormed, wellFormed } from './well-formed.ts';

let here: Collecting | null = null;
afterEach(() => here?.stop());

describe('half a symbol in a text of a marketplace', () => {
  it.each([
    ['a list at a path', priceList()],
    ['a list at no path', priceList({ rowsAt: (payload) => (payload as { items: unknown[] }).items })],
    ['a list with its own decoding', priceList({ decode: (text) => JSON.parse(text) })],
  ])('is replaced in %s, and whole symbols stay', async (_, source) => {
    here = await collecting({ sources: [source] });
    const names = ['Cut \ud83d', '\udd25 Cut', 'Fire \u{1f525}', 'Backslash \\ud83d', '★ Knife', 'Case \ud83d\ud83d'];
    here.server.play(() => ({ body: { items: names.map((name) => ({ name, cents: 100 })) } }));
    here.collector.start();
    await here.ran(1);

    expect(here.sink.records.map((record) => 'name' in record && record.name)).toEqual([
      'Cut \ufffd',
      '\ufffd Cut',
      'Fire \u{1f525}',
      'Backslash \\ud83d',
      '★ Knife',
      'Case \ufffd\ufffd',
    ]);
  });

  it('is replaced in a message of a feed', () => {
    const [tongue] = tongues;
    if (tongue === undefined) throw new Error('there is no tongue');
    const source = tinyFeed(tongue);
    const tally = createRowTally();
    const reader = createRowReader(source, (text) => text);
    const messages = createMessageReader({
      source,
      games: ['CS2'],
      reader,
      tallyOf: () => tally,
      hasItem: () => false,
    });
    const row = { what: 'added', id: 'a\ud83d', name: 'Cut \ud83d', cents: 100 };
    const records = messages.read([{ message: tongue.message(row), at: 1 }]);

    expect(tally.rejectedRows).toEqual([]);
    expect(records).toMatchObject([{ name: 'Cut \ufffd', offerId: 'a\ufffd' }]);
  });

  it('is replaced at any depth, in keys too, and what is well-formed stays as it is', () => {
    const good = { name: 'Fire \u{1f525}', stickers: [{ name: 'a' }], none: null };

    expect(wellFormed(good)).toBe(good);
    expect(parseWellFormed('{"a\\uD83D":[{"b":"\\uDC00","c":1}],"__proto__":"x"}')).toEqual(
      JSON.parse('{"a\ufffd":[{"b":"\ufffd","c":1}],"__proto__":"x"}'),
    );
  });
});
