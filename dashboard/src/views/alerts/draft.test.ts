import { describe, expect, it } from 'vitest';
import { asksPhase, type Draft, draftOf, emptyDraft, nameOf, requestOf } from './draft.ts';
import { stateOf, waitsFor } from './words.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';
const draft = (change: Partial<Draft>): Draft => ({
  ...emptyDraft('CS2'),
  target: 'webhook',
  url: ' https://example.org/hook ',
  ...change,
});

describe('the form of a rule', () => {
  it.each([
    [
      { item: redline, amount: '10', marketplace: 'SkinPort' },
      { kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], marketplaces: ['SkinPort'], below: 10 },
      `Lowest ask below $10.00: ${redline} on SkinPort · CS2`,
    ],
    [
      { subject: 'spreadPercent', item: redline, amount: '2.5', side: 'above' },
      { kind: 'figure', figure: 'spreadPercent', game: 'CS2', items: [redline], above: 2.5 },
      `Spread in % above 2.5: ${redline} · CS2`,
    ],
    [
      { subject: 'offers', amount: '10', percent: '20' },
      { kind: 'stream', filter: { games: ['CS2'], subscribeTo: 'all', maxPriceUSD: 10 }, underUsualPercent: 20 },
      'New and changed offers · up to $10.00 · 20% under usual · CS2',
    ],
    [
      { subject: 'deals', game: 'Rust', percent: '5' },
      { kind: 'deal', game: 'Rust', filter: { minPercent: 5 } },
      'Deals · profit from 5% · Rust',
    ],
    [
      { subject: 'deals', amount: '2.5', marketplace: 'Buff163' },
      { kind: 'deal', game: 'CS2', filter: { minProfit: 2.5, subscribeTo: ['Buff163'] } },
      'Deals · profit from $2.50 · Buff163 · CS2',
    ],
    [
      { subject: 'bid', item: redline, amount: '9', side: 'above', payout: 'any' },
      { kind: 'figure', figure: 'bid', game: 'CS2', items: [redline], payout: 'any', above: 9 },
      `Highest bid above $9.00: ${redline} · whatever is paid out · CS2`,
    ],
    [
      { subject: 'ask', item: redline, amount: '9', phase: 'Ruby', payout: 'any' },
      { kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], below: 9 },
      `Lowest ask below $9.00: ${redline} · CS2`,
    ],
    [
      { subject: 'bid', item: doppler, amount: '900', side: 'above', phase: 'Ruby' },
      { kind: 'figure', figure: 'bid', game: 'CS2', items: [doppler], phase: 'Ruby', above: 900 },
      `Highest bid above $900.00: ${doppler} Ruby · CS2`,
    ],
    [
      { subject: 'deals', amount: '5', payout: 'steamBalance' },
      { kind: 'deal', game: 'CS2', filter: { minProfit: 5, payout: 'steamBalance' } },
      'Deals · profit from $5.00 · paid out as Steam balance · CS2',
    ],
  ] as const)('says %o as a rule that is told in words', (change, when, words) => {
    const request = requestOf(draft(change as Partial<Draft>));
    expect(request.when).toEqual(when);
    expect(request.target).toEqual({ kind: 'webhook', url: 'https://example.org/hook' });
    expect(waitsFor({ when: { ...request.when } })).toBe(words);
  });

  it('asks for a variant where the item has some, for figures only', () => {
    const asked = ['bid', 'ask', 'offers'] as const;
    expect(asked.map((subject) => asksPhase(draft({ subject, item: doppler })))).toEqual([true, true, false]);
    expect(asksPhase(draft({ subject: 'bid', item: redline }))).toBe(false);
    expect(nameOf(draft({ item: doppler, phase: 'Ruby', amount: '9' }))).toBe(`${doppler} Ruby: lowest ask below 9`);
  });

  it('says a rule that the form cannot make by the names of the interface', () => {
    const filter = { channels: ['offers', 'sales'], maxFloat: 0.01, items: [redline] };
    expect(waitsFor({ when: { kind: 'stream', filter } })).toBe(`offers, sales · maxFloat 0.01 · ${redline} · all`);
    const traits = { kind: ['knife', 'gloves'], statTrak: true };
    expect(waitsFor({ when: { kind: 'stream', filter: { games: ['CS2'], traits } } })).toBe(
      'New and changed offers · kind knife, gloves, statTrak true · CS2',
    );
    expect(waitsFor({ when: { kind: 'figure', figure: 'ask', game: 'CS2', traits, below: 5 } })).toBe(
      'Lowest ask below $5.00: kind knife, gloves, statTrak true · CS2',
    );
  });

  it('names targets by what each needs, and cools down only what repeats', () => {
    const targets = [
      draft({ target: 'telegram', token: '1:a', to: '7' }),
      draft({ target: 'ntfy' }),
      draft({ target: 'email', to: 'me@example.org' }),
    ].map((one) => requestOf(one).target);
    expect(targets).toEqual([
      { kind: 'telegram', token: '1:a', chatId: '7' },
      { kind: 'ntfy', url: 'https://example.org/hook' },
      { kind: 'email', to: 'me@example.org' },
    ]);
    const [once, often] = [requestOf(draft({ repeats: false })), requestOf(draft({ coolDownSeconds: 60 }))];
    expect([once.repeats, once.coolDownSeconds, often.repeats, often.coolDownSeconds]).toEqual([false, 0, true, 60]);
    expect(requestOf(draft({ item: redline, amount: '10' })).name).toBe(`${redline}: lowest ask below 10`);
  });

  it('is filled in by an address, and tells the dashboard unless another target is chosen', () => {
    const of = (text: string) => draftOf(new URLSearchParams(text), 'CS2');
    const name = encodeURIComponent(doppler);
    expect(of(`game=CS2&name=${name}&phase=Ruby&below=900.5`)).toMatchObject({
      game: 'CS2',
      item: doppler,
      phase: 'Ruby',
      side: 'below',
      amount: '900.5',
    });
    expect(requestOf(of('game=Rust&name=Door&above=2'))).toMatchObject({
      when: { kind: 'figure', figure: 'ask', game: 'Rust', items: ['Door'], above: 2 },
      target: { kind: 'browser' },
    });
    expect(of('game=CS3&phase=Phase 9&below=cheap')).toEqual(emptyDraft('CS2'));
  });

  it('shortens a long item name between letters, and keeps the condition', () => {
    const name = (item: string, amount = '10') => requestOf(draft({ item, amount })).name;
    const howl = 'Souvenir Sticker | Natus Vincere (Holo) | Stockholm 2021 Champions';
    expect(name(howl)).toBe('Souvenir Sticker | Natus Vincere (Holo) |…: lowest ask below 10');
    for (let before = 0; before < 4; before += 1) {
      const [short, long] = [
        name('a'.repeat(before) + '👨‍👩‍👧🎮'.repeat(20)),
        name('a'.repeat(before), '1'.repeat(99)),
      ];
      expect(short).toMatch(/^a*(?:👨‍👩‍👧🎮)*(?:👨‍👩‍👧)?…: lowest ask below 10$/u);
      expect([short.length <= 64, long.length]).toEqual([true, 64]);
    }
  });

  it('tells a rule that is done, paused, or without what it looks for from one that watches', () => {
    const states = [
      { doneAt: 1, pausedAt: null, problem: null },
      { doneAt: null, pausedAt: 1, problem: null },
      { doneAt: null, pausedAt: null, problem: 'not connected' },
      { doneAt: null, pausedAt: null, problem: null },
    ].map(stateOf);
    expect(states).toEqual(['done', 'paused', 'inactive', 'watching']);
  });
});
