import Type, { type Static } from 'typebox';
import { type Transaction, transactionKinds } from '../../../holdings/transaction.ts';
import { currencies, Game, marketplaceWithId, nameLimit } from '../../../schema/index.ts';
import { toWireVariant, variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, toSeconds } from '../time.ts';

/** The most transactions in one request. */
export const maxAdded = 10_000;
export const maxQuantity = 1_000_000;
export const maxAmount = 1_000_000_000;
export const noteLimit = 200;
const textLimit = 64;

const kindField = Type.Enum([...transactionKinds], { description: 'buy, or sell' });

const optional = (limit: number, description: string) =>
  Type.Optional(OrNull(Type.String({ maxLength: limit }), description));

/** A transaction to record. */
export const NewTransactionRow = Type.Object(
  {
    kind: Type.Optional(kindField),
    game: Type.String({ minLength: 1, maxLength: textLimit, description: 'Game: a name, an alias or the app id' }),
    name: Type.String({ minLength: 1, maxLength: nameLimit, description: 'Full name as Steam writes it' }),
    phase: optional(textLimit, 'Doppler variant'),
    effect: optional(textLimit, 'Effect of an unusual item of TF2'),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxQuantity, description: 'Number of pieces; 1 if omitted' }),
    ),
    price: Type.Optional(
      OrNull(
        Type.Number({ minimum: 0, maximum: maxAmount }),
        'Price of one piece, with up to three decimals; 0 for what cost nothing; not known if omitted or null',
      ),
    ),
    currency: Type.Optional(Type.Enum([...currencies], { description: 'Currency of price and fee; default: USD' })),
    fee: Type.Optional(
      OrNull(
        Type.Number({ minimum: 0, maximum: maxAmount }),
        'Fee for all pieces together, on top of the price of a purchase, or out of that of a sale; 0 if omitted',
      ),
    ),
    date: Type.Optional(
      OrNull(
        Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0 })]),
        'When: ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z, or Unix seconds; now if omitted',
      ),
    ),
    marketplace: optional(textLimit, 'Marketplace: a name, an alias or the id'),
    assetId: optional(textLimit, 'Asset id on Steam'),
    float: Type.Optional(OrNull(Type.Number({ minimum: 0, maximum: 1 }), 'Wear, 0 to 1')),
    paintSeed: Type.Optional(OrNull(Type.Integer({ minimum: 0, maximum: 100_000 }), 'Paint seed')),
    note: optional(noteLimit, 'Note'),
  },
  { additionalProperties: false },
);
export type NewTransactionRow = Static<typeof NewTransactionRow>;

export const TransactionsRequest = Type.Object({
  transactions: Type.Array(NewTransactionRow, {
    minItems: 1,
    maxItems: maxAdded,
    description: `1 to ${maxAdded} transactions`,
  }),
});

export const WireTransactionsAdded = Type.Object({
  addedCount: Type.Integer({ minimum: 0, description: 'Number of transactions that were recorded' }),
  skippedCount: Type.Integer({ minimum: 0, description: 'Number of those that had been recorded before, by their id' }),
  ids: Type.Array(Type.String(), { description: 'Ids of the recorded transactions, in the given order' }),
});

/** A recorded transaction, as it was given. */
export const WireTransaction = Type.Object({
  id: Type.String({ description: 'Id of the transaction', examples: ['4f1c2a9be0d3'] }),
  kind: kindField,
  game: Game,
  name: ItemHead.properties.name,
  ...variantFields('null if none was given'),
  quantity: Type.Integer({ minimum: 1, description: 'Number of pieces' }),
  price: OrNull(Type.Number({ minimum: 0 }), 'Price of one piece; null if it is not known'),
  fee: Type.Number({ minimum: 0, description: 'Fee for all pieces together' }),
  currency: Type.Enum([...currencies], { description: 'Currency of price and fee' }),
  at: Seconds('When it was made'),
  marketplace: OrNull(ItemHead.properties.marketplace, 'Marketplace; null if none was given'),
  assetId: OrNull(Type.String(), 'Asset id on Steam; null if none was given'),
  float: OrNull(Type.Number(), 'Wear, 0 to 1; null if none was given'),
  paintSeed: OrNull(Type.Integer(), 'Paint seed; null if none was given'),
  note: OrNull(Type.String(), 'Note; null if none was given'),
});
export type WireTransaction = Static<typeof WireTransaction>;

/** The marketplace of a transaction by its name. */
export const marketplaceOf = ({ marketplaceId }: Pick<Transaction, 'marketplaceId'>): string | null =>
  marketplaceId === null ? null : marketplaceWithId(marketplaceId).name;

export const toWireTransaction = (one: Transaction): WireTransaction => ({
  id: one.id,
  kind: one.kind,
  game: one.game,
  name: one.name,
  ...toWireVariant(one.variant),
  quantity: one.quantity,
  price: one.price === null ? null : one.price / 1000,
  fee: one.fee / 1000,
  currency: one.currency,
  at: toSeconds(one.at),
  marketplace: marketplaceOf(one),
  assetId: one.assetId,
  float: one.float,
  paintSeed: one.paintSeed,
  note: one.note,
});
