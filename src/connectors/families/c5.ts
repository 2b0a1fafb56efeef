import Type, { type Static } from 'typebox';
import type { About, OutcomeOverride } from '../../contract/connector.ts';
import { certificateIn } from '../../contract/item-certificate.ts';
import { money } from '../../contract/money.ts';
import { stickerName, stickerWear } from '../../contract/stickers.ts';
import { inspectLink, itemFloat, text, whole } from '../../contract/text.ts';
import { appIdOf, type Currency, type Offer } from '../../schema/index.ts';

// C5Game and HaloSkins run one backend: the same envelope, ids of 18 or 19 digits, and the same rows of offers

const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Text or number, from call to call; long numbers have become texts in `decode`. */
export const Id = Type.Union([
  Type.String({ pattern: '^\\d+$' }),
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
]);

const NumberOrText = Type.Union([Type.Number(), Type.String()]);

const Sticker = Type.Object({
  enName: maybe(Type.String()),
  slot: maybe(Type.Integer()),
  /** "" where it is not known. */
  wear: maybe(NumberOrText),
});

const AssetInfo = Type.Object({
  styleId: maybe(NumberOrText),
  wear: maybe(NumberOrText),
  paintIndex: maybe(Type.Number()),
  paintSeed: maybe(Type.Number()),
  steamInspectUrl: maybe(Type.String()),
  stickers: maybe(Type.Array(Sticker)),
});
type AssetInfo = Static<typeof AssetInfo>;

/** One offer. */
export const Product = Type.Object({
  id: Id,
  appId: Type.Optional(Type.Integer()),
  itemId: Id,
  marketHashName: Type.String({ minLength: 1 }),
  /** In Chinese on C5Game. */
  itemName: maybe(Type.String()),
  /** Whole and parts of the site's currency. */
  price: Type.Number(),
  sellerInfo: maybe(Type.Object({ userId: maybe(Id) })),
  /** On the website, where it stands outside of the asset. */
  inspectUrl: maybe(Type.String()),
  assetInfo: maybe(AssetInfo),
});
export type Product = Static<typeof Product>;

type Site = {
  readonly currency: Currency;
  /** The page of an offer, null where none is known. */
  readonly pageOf: (itemId: string, offerId: string) => string | null;
};

export function parseProduct(row: Product, { game }: About, { currency, pageOf }: Site): Offer | null {
  const price = money(row.price, currency);
  if (price === null || (row.appId !== undefined && row.appId !== appIdOf(game))) return null;
  const asset = row.assetInfo ?? {};
  const link = inspectLink(asset.steamInspectUrl) ?? inspectLink(row.inspectUrl);
  const isPainted = game === 'CS2';
  const localName = text(row.itemName);
  const userId = row.sellerInfo?.userId ?? null;
  return {
    kind: 'offer',
    game,
    name: row.marketHashName,
    phase: isPainted ? (phaseByStyle[String(asset.styleId)] ?? null) : null,
    offerId: String(row.id),
    price,
    purchaseLink: pageOf(String(row.itemId), String(row.id)),
    inspectLink: link,
    ...(isPainted ? finishOf(asset, link) : { float: null, paintIndex: null, paintSeed: null, stickers: null }),
    // Whether an item is locked is not said, and only what can be handed over is on sale
    tradableAt: 0,
    ownerId: userId === null ? null : String(userId),
    ...(localName !== null && localName !== row.marketHashName && { localName }),
  };
}

/** Their numbers of the Doppler variants; others number tiers of other finishes. */
const phaseByStyle: Readonly<Record<string, string>> = {
  11: 'Phase 1',
  12: 'Phase 2',
  13: 'Phase 3',
  14: 'Phase 4',
  31: 'Ruby',
  32: 'Emerald',
  33: 'Sapphire',
  34: 'Black Pearl',
};

function finishOf(
  asset: AssetInfo,
  link: string | null,
): Pick<Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'> {
  const certified = asset.paintIndex == null ? certificateIn(link ?? '') : null;
  return {
    float: itemFloat(asset.wear) ?? certified?.float ?? null,
    paintIndex: whole(asset.paintIndex ?? certified?.paintIndex),
    paintSeed: whole(asset.paintSeed ?? certified?.paintSeed),
    stickers: stickersOf(asset.stickers),
  };
}

/** Unknown as a whole where a sticker has only its Chinese name, or its slot is not said. */
function stickersOf(stickers: AssetInfo['stickers']): Offer['stickers'] {
  if (stickers == null) return null;
  const known: NonNullable<Offer['stickers']> = [];
  for (const sticker of stickers) {
    const [name, slot, wear] = [text(sticker.enName), whole(sticker.slot), stickerWear(sticker.wear)];
    if (name === null || slot === null || wear === null) return null;
    if (!name.startsWith('Patch | ')) known.push({ name: stickerName(name), slot, wear });
  }
  return known;
}

/** A text or number of JSON as it stands there. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const tooLong = /^\d{16,}$/;

/** JSON whose whole numbers beyond 15 digits become texts, since a number would lose their last digits. */
export function decode(body: string): unknown {
  const start = body.trimStart();
  // What is no JSON at all, such as a page or "Too Many Requests", is judged as a refusal
  if (!/^[{["\d-]|^(?:null|true|false)/.test(start) && start !== '') return body;
  return JSON.parse(body.replace(token, (found) => (tooLong.test(found) ? `"${found}"` : found)));
}

/** Every answer has status 200 and says itself whether it is one. */
export const refusalBy =
  (codes: Readonly<Record<string, OutcomeOverride>>) =>
  (payload: unknown): OutcomeOverride | null => {
    if (typeof payload === 'string') return /too many/i.test(payload.slice(0, 200)) ? 'limited' : 'blocked';
    if (typeof payload !== 'object' || payload === null || !('success' in payload) || payload.success !== false)
      return null;
    return codes['errorCode' in payload ? String(payload.errorCode) : ''] ?? 'retry';
  };
