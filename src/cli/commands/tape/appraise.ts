import type { Appraisal, AppraisedRow, SellOption, SellsWithin } from '#client';
import { amount, bare, count, currency, itsGame, list, onlyEffect, onlyPhase, payoutOf, text } from '../../flags.ts';
import { clean } from '../../read/clean.ts';
import { query } from '../../read/query.ts';
import { gameWith, itemName } from '../../read/service.ts';
import { age, type Column, tableLines, usd } from '../../read/table.ts';

const chance = (found: SellsWithin | undefined): string =>
  found === undefined || found.probability === null ? '–' : `${Math.round(found.probability * 100)} %`;

const within = (head: string, hours: number): Column<SellOption> => ({
  head,
  isNumber: true,
  cell: ({ sellsWithin }) => chance(sellsWithin.find((one) => one.hours === hours)),
});

const options: readonly Column<SellOption>[] = [
  { head: 'sell on', cell: ({ marketplace }) => marketplace },
  { head: 'price', isNumber: true, cell: ({ price }) => usd(price) },
  { head: 'after fees', isNumber: true, cell: ({ afterFees }) => usd(afterFees) },
  { head: 'rank', isNumber: true, cell: ({ rank }) => String(rank) },
  within('in 1 h', 1),
  within('in 1 d', 24),
  within('in 7 d', 168),
];

const rows: readonly Column<AppraisedRow>[] = [
  { head: 'weight', isNumber: true, cell: ({ weightPercent }) => `${weightPercent.toFixed(1)} %` },
  { head: 'worth', isNumber: true, cell: ({ worth }) => usd(worth) },
  { head: 'of', cell: ({ kind }) => kind },
  { head: 'price', isNumber: true, cell: ({ price }) => usd(price) },
  { head: 'float', isNumber: true, cell: ({ float }) => (float === null ? '–' : float.toFixed(6)) },
  { head: 'seed', isNumber: true, cell: ({ paintSeed }) => (paintSeed === null ? '–' : String(paintSeed)) },
  { head: 'stickers', isNumber: true, cell: ({ stickersAsk }) => (stickersAsk === 0 ? '0' : usd(stickersAsk)) },
  { head: 'marketplace', cell: ({ marketplace }) => marketplace },
  { head: 'age', isNumber: true, cell: ({ timestamp }, now) => age(timestamp, now) },
];

const why: Readonly<Record<NonNullable<Appraisal['notEnoughKnown']>, string>> = {
  variantUnknown: 'it has variants: choose one with --phase or --effect',
  tooFewRows: 'too few comparable sales and offers are known',
};

const flagOf: Readonly<Record<Appraisal['giveToo'][number], string>> = {
  ...{ float: '--float', paintSeed: '--seed', stickers: '--sticker', charms: '--charm' },
};

export const command = query({
  about: 'Appraises one item by its wear, pattern and stickers, with an interval, and says where it can be sold.',
  usage: '<name>',
  example: 'itemtape appraise "AK-47 | Redline (Field-Tested)" --float 0.1512 --sticker "Sticker | Crown (Foil)"',
  flags: {
    game: itsGame,
    phase: onlyPhase,
    effect: onlyEffect,
    float: amount('--float <float>', 'Its wear.'),
    paintSeed: count('--seed <number>', 'Its paint seed.'),
    stickers: list('--sticker <names>', 'Its stickers, semicolon-separated; none by default.', ';'),
    charms: list('--charm <names>', 'Its charms, semicolon-separated; none by default.', ';'),
    inspectLink: text('--inspect <link>', 'Its inspect link, from which wear, seed and variant are read.'),
    offerId: text('--offer <id>', 'It is this offer, on the marketplace that --marketplace names.'),
    marketplace: text('--marketplace <name>', 'The marketplace of that offer.'),
    payout: payoutOf('whose sales count'),
    currency,
    rows: bare('--rows', 'Print the sales and offers that the price rests on.'),
  },
  subject: itemName,
  game: gameWith,
  ask: ({ tape, flags: { rows: _, ...what }, subject: name, game }) => tape.appraise({ ...what, game, name }),
  show: (found, { flags }) => {
    const { price, low, high, notEnoughKnown, currency: code, count: rowCount, stickersPercent } = found;
    if (notEnoughKnown !== null) return { none: `not enough is known: ${why[notEnoughKnown]}` };
    const asked = found.lowestAsk === null ? '' : `; lowest ask ${usd(found.lowestAsk)}`;
    return [
      `${clean(found.name)} (${found.game}): ${usd(price)} ${code}, eight of ten sales from ${usd(low)} to ${usd(high)}${asked}`,
      `rests on as much as ${rowCount} equal rows; ${stickersPercent} % of the price of stickers counts`,
      ...(found.giveToo.length === 0
        ? []
        : [`not told, and worth giving: ${found.giveToo.map((one) => flagOf[one]).join(', ')}`]),
      ...tableLines(options, found.sell),
      ...(flags.rows === true ? ['', ...tableLines(rows, found.rows)] : []),
    ];
  },
});
