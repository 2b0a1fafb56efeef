import Type, { type Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { itemFloat, text, whole } from '../../contract/text.ts';
import { appIdOf, type Game, Maybe, type Offer } from '../../schema/index.ts';

// Items held by the bots of CS.MONEY; `csmoney` reads them for some games, `csmoney-trade` for others

const Name = Type.String({ minLength: 1 });
// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const unit = {
  float: Maybe(Type.String()),
  pattern: Maybe(Type.Number()),
  steamId: Maybe(Type.String()),
  /** Epoch milliseconds; null for no lock. */
  tradeLock: Maybe(Type.Number()),
};

/** A row of a bot inventory: one item, and those stacked with it at the same price. */
export const BotItem = Type.Object({
  ...unit,
  appId: Type.Integer(),
  assetId: Id,
  price: Type.Number(),
  inspect: Maybe(Type.String()),
  /** Absent where only `nameId` identifies the item. */
  fullName: Maybe(Name),
  stackItems: Maybe(Type.Array(Type.Object({ id: Id, ...unit }))),
});
export type BotItem = Static<typeof BotItem>;

/** One offer for the item and one for each stacked with it, at the same price. */
export function botOffers(row: BotItem, { game }: About): readonly Offer[] {
  const name = text(row.fullName);
  if (name === null || row.appId !== appIdOf(game)) return [];
  const price = money(row.price, 'USD');
  const shared = { kind: 'offer', game, name, phase: null, price, purchaseLink: null, paintIndex: null } as const;
  const units = [{ ...row, id: row.assetId }, ...(row.stackItems ?? [])];
  return units.map((unit) => ({
    offerId: String(unit.id),
    ...shared,
    inspectLink: 'inspect' in unit ? inspectLinkOf(game, text(unit.steamId), unit.id, unit.inspect) : null,
    float: itemFloat(unit.float),
    paintSeed: whole(unit.pattern),
    stickers: null,
    tradableAt: unit.tradeLock === null ? 0 : whole(unit.tradeLock, 8.64e15),
    ownerId: text(unit.steamId),
  }));
}

/** The inspect link, built from its parts: owner, asset and a number from Steam. */
export function inspectLinkOf(game: Game, owner: string | null, asset: unknown, d: unknown): string | null {
  if (game !== 'CS2' || !isDigits(owner) || whole(asset, Number.MAX_SAFE_INTEGER) === null || !isDigits(d)) return null;
  return `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S${owner}A${asset}D${d}`;
}

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value);
