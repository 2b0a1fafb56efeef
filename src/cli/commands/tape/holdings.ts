import type { Holding, InventoryItem, SoldLot, Tape, Transaction } from '#client';
import { counted } from '../../../schema/index.ts';
import { type CommandInput, defineCommand } from '../../command.ts';
import { choice, currency, game, onlyMarketplaces, payoutOf, serviceFlags, type Values } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { findService } from '../../read/find-service.ts';
import { tapeOf } from '../../read/service.ts';
import { type Column, itemColumn, tableLines, usd } from '../../read/table.ts';
import { readText } from '../../read/text.ts';
import { UsageError } from '../../usage-error.ts';

const flags = {
  ...serviceFlags,
  game: game('--game <game>', 'Game of the inventory, or of lines that name none; CS2 for an inventory by default.'),
  way: choice(
    ['bid', 'list'],
    '--way <way>',
    'How pieces are sold: bid (at once) or list (at the lowest ask); default: bid.',
  ),
  payout: payoutOf('that count'),
  marketplaces: onlyMarketplaces,
  currency,
};

type Input = CommandInput<Values<typeof flags>>;
type Action = { readonly input: Input; readonly tape: Tape; readonly subject: string | undefined };

const day = (at: number | null): string => (at === null ? '' : new Date(at * 1000).toISOString().slice(0, 10));

/** An amount that can be negative, or a dash. */
const signed = (amount: number | null): string => (amount === null ? '–' : amount.toFixed(2));

const holdingColumns: readonly Column<Holding>[] = [
  { head: 'pieces', isNumber: true, cell: ({ quantity }) => String(quantity) },
  { head: 'cost', isNumber: true, cell: ({ cost }) => signed(cost) },
  { head: 'each', isNumber: true, cell: ({ sale }) => usd(sale?.afterFees ?? null) },
  { head: 'on', cell: ({ sale }) => sale?.marketplace ?? '' },
  { head: 'days', isNumber: true, cell: ({ sale }) => (sale?.holdDays == null ? '' : String(sale.holdDays)) },
  { head: 'value', isNumber: true, cell: ({ value }) => signed(value) },
  { head: 'profit', isNumber: true, cell: ({ profit }) => signed(profit) },
  itemColumn,
  { head: '', cell: remarkOf },
];

function remarkOf({ isKnown, nearest, needsVariant, sale }: Holding): string {
  if (!isKnown) return nearest === null ? 'not known' : `not known; did you mean "${nearest}"?`;
  if (needsVariant) return 'has variants; give one in the column phase or effect';
  return sale === null ? 'no price' : sale.flags.join(', ');
}

const soldColumns: readonly Column<SoldLot>[] = [
  { head: 'sold', cell: ({ soldAt }) => day(soldAt) },
  { head: 'bought', cell: ({ boughtAt }) => day(boughtAt) },
  { head: 'pieces', isNumber: true, cell: ({ quantity }) => String(quantity) },
  { head: 'cost', isNumber: true, cell: ({ cost }) => signed(cost) },
  { head: 'received', isNumber: true, cell: ({ proceeds }) => signed(proceeds) },
  { head: 'profit', isNumber: true, cell: ({ profit }) => signed(profit) },
  itemColumn,
];

const transactionColumns: readonly Column<Transaction>[] = [
  { head: 'id', cell: ({ id }) => id },
  { head: 'date', cell: ({ at }) => day(at) },
  { head: 'kind', cell: ({ kind }) => kind },
  { head: 'pieces', isNumber: true, cell: ({ quantity }) => String(quantity) },
  { head: 'price', isNumber: true, cell: ({ price, currency: of }) => (price === null ? '–' : `${price} ${of}`) },
  { head: 'fee', isNumber: true, cell: ({ fee }) => (fee === 0 ? '' : String(fee)) },
  { head: 'on', cell: ({ marketplace }) => marketplace ?? '' },
  itemColumn,
];

const inventoryColumns: readonly Column<InventoryItem>[] = [
  { head: 'asset', cell: ({ assetId }) => assetId },
  { head: 'pieces', isNumber: true, cell: ({ quantity }) => String(quantity) },
  { head: 'float', isNumber: true, cell: ({ float }) => (float === null ? '' : float.toFixed(6)) },
  { head: 'on', cell: ({ sale }) => sale?.marketplace ?? '' },
  { head: 'value', isNumber: true, cell: ({ value }) => signed(value) },
  itemColumn,
  { head: '', cell: ({ isHeld }) => (isHeld ? 'among the holdings' : '') },
];

const hiddenWords = {
  recentTrades: 'what was traded in the last ten days',
  storageUnits: 'what is in storage units',
  tradeProtected: 'items under trade protection',
} as const;

/** Prints an answer as lines, or as JSON with --json. */
function print<Answer>(
  { flags: { json }, out }: Input,
  answer: Answer,
  lines: (answer: Answer) => readonly string[],
): number {
  if (json === true) out(jsonText(answer));
  else for (const line of lines(answer)) out(`${line}\n`);
  return 0;
}

function required(subject: string | undefined, what: string): string {
  if (subject === undefined) throw new UsageError(what);
  return subject;
}

const askProfile = 'give a Steam id of 17 digits or the address of a profile';

const actions: Readonly<Record<string, (action: Action) => Promise<number>>> = {
  list: async ({ input, tape }) => {
    const { way, payout, marketplaces, currency: shown } = input.flags;
    const what = { ...(way && { way }), ...(payout && { payout }), ...(marketplaces && { marketplaces }) };
    return print(input, await tape.holdings.list({ ...what, ...(shown && { currency: shown }) }), (found) => [
      ...tableLines(holdingColumns, found.holdings),
      `${counted(found.quantity, 'piece')}; in ${found.currency}: cost ${signed(found.cost)} (${found.costQuantity}), value ${signed(found.value)} (${found.valueQuantity}), profit ${signed(found.profit)} (${found.profitQuantity}), realised ${signed(found.realised)} (${found.realisedQuantity} of ${found.soldQuantity} sold)`,
    ]);
  },
  sold: async ({ input, tape }) => {
    const { currency: shown } = input.flags;
    const found = await tape.holdings.sold(shown === undefined ? {} : { currency: shown });
    return print(input, found, ({ sold }) => tableLines(soldColumns, sold));
  },
  transactions: async ({ input, tape }) =>
    print(input, await tape.holdings.transactions(), (found) => tableLines(transactionColumns, found)),
  export: async ({ input, tape, subject = 'transactions' }) => {
    if (subject !== 'transactions' && subject !== 'sold')
      throw new UsageError(`"${subject}" cannot be exported; use transactions or sold`);
    input.out(await tape.holdings.csv(subject));
    return 0;
  },
  add: async ({ input, tape, subject }) => {
    const file = required(
      subject,
      'name a file with CSV, or with the name of an item on each line; see docs/holdings.md',
    );
    const { game } = input.flags;
    const added = await tape.holdings.record(readText(file), game === undefined ? {} : { game });
    return print(input, added, recordedLines);
  },
  delete: async ({ input, tape, subject }) => {
    const id = required(subject, 'give the id of a transaction, or all; `itemtape holdings transactions` shows them');
    await tape.holdings.remove(id);
    return print(input, { id }, () => [id === 'all' ? 'all transactions are deleted' : `${id} is deleted`]);
  },
  inventory: async ({ input, tape, subject }) => {
    const { game = 'CS2', way, payout, currency: shown } = input.flags;
    const what = { ...(way && { way }), ...(payout && { payout }), ...(shown && { currency: shown }) };
    const profile = required(subject, askProfile);
    return print(input, await tape.holdings.inventory({ ...what, profile, game }), (found) => [
      ...tableLines(inventoryColumns, found.items),
      `${counted(found.quantity, 'piece')}; value in ${found.currency}: ${signed(found.value)} (${found.valueQuantity})`,
      ...(found.hidden.length === 0 ? [] : [`not shown: ${found.hidden.map((one) => hiddenWords[one]).join('; ')}`]),
    ]);
  },
  take: async ({ input, tape, subject }) => {
    const profile = required(subject, askProfile);
    return print(input, await tape.holdings.takeOver({ profile, game: input.flags.game ?? 'CS2' }), recordedLines);
  },
};

const recordedLines = ({ addedCount, skippedCount }: { addedCount: number; skippedCount: number }): string[] => [
  `${counted(addedCount, 'transaction')} recorded${skippedCount === 0 ? '' : `; ${skippedCount} had been recorded before`}`,
];

export const command = defineCommand({
  about: 'Records what you bought and sold, and shows what you hold, what it brings now and what you gained.',
  usage:
    'list | sold | transactions | add <file> | export transactions|sold | delete <id>|all | inventory <profile> | take <profile>',
  example: 'itemtape holdings add transactions.csv --game CS2',
  flags,
  run: async (input) => {
    const [action = 'list', subject, ...more] = input.positionals;
    if (more.length > 0) throw new UsageError(`unexpected argument "${more.join(' ')}"`);
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (act === undefined)
      throw new UsageError(`"${action}" is not an action of holdings; use ${Object.keys(actions).join(', ')}`);
    return await act({ input, tape: tapeOf(findService(input)), subject });
  },
});
