import Type, { type Static } from 'typebox';
import type { About, OutcomeOverride } from '../../contract/connector.ts';
import { outcomeOfUnknown } from '../../contract/error-body.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { certificateIn } from '../../contract/item-certificate.ts';
import { money } from '../../contract/money.ts';
import { certifiedExtras, fullStickers } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, text, whole } from '../../contract/text.ts';
import { appIdOf, type Currency, type Extras, Maybe, Nullable, type Offer } from '../../schema/index.ts';

// C5Game and HaloSkins run one backend: the same envelope, ids of 18 or 19 digits, and the same rows of offers

/** A string or a number, depending on the call; `decode` turns long numbers into strings. */
export const Id = Type.Union([
  Type.String({ pattern: '^\\d+$' }),
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
]);

const NumberOrText = Type.Union([Type.Number(), Type.String()]);

const Sticker = Type.Object({
  enName: Maybe(Type.String()),
  slot: Maybe(Type.Integer()),
  /** "" when unknown. */
  wear: Maybe(NumberOrText),
});

const AssetInfo = Type.Object({
  styleId: Maybe(NumberOrText),
  wear: Maybe(NumberOrText),
  paintIndex: Maybe(Type.Number()),
  paintSeed: Maybe(Type.Number()),
  steamInspectUrl: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
});
type AssetInfo = Static<typeof AssetInfo>;

/** One offer. */
export const Product = Type.Object({
  id: Id,
  appId: Type.Optional(Type.Integer()),
  itemId: Id,
  marketHashName: Type.String({ minLength: 1 }),
  /** In Chinese on C5Game. */
  itemName: Maybe(Type.String()),
  /** In units of the site's currency. */
  price: Type.Number(),
  sellerInfo: Maybe(Type.Object({ userId: Maybe(Id) })),
  /** On the website, which places it outside of the asset. */
  inspectUrl: Maybe(Type.String()),
  assetInfo: Maybe(AssetInfo),
  /** Steam's tags ("Rarity_Mythical"), with names in Chinese on C5Game. */
  itemInfo: Maybe(
    Type.Object({
      rarity: Maybe(Type.String()),
      rarityName: Maybe(Type.String()),
      type: Maybe(Type.String()),
      hero: Maybe(Type.String()),
      heroName: Maybe(Type.String()),
    }),
  ),
});
export type Product = Static<typeof Product>;

type Site = {
  readonly currency: Currency;
  /** The page of an offer; null when none is known. */
  readonly pageOf: (itemId: string, offerId: string) => string | null;
};

export function parseProduct(row: Product, { game }: About, { currency, pageOf }: Site): Offer | null {
  if (row.appId !== undefined && row.appId !== appIdOf(game)) return null;
  const asset = row.assetInfo ?? {};
  const link = inspectLink(asset.steamInspectUrl) ?? inspectLink(row.inspectUrl);
  const isPainted = game === 'CS2';
  const localName = text(row.itemName);
  const userId = row.sellerInfo?.userId ?? null;
  return {
    kind: 'offer',
    game,
    name: row.marketHashName,
    phase: isPainted ? (phaseByStyle.get(String(asset.styleId)) ?? null) : null,
    offerId: String(row.id),
    price: money(row.price, currency),
    purchaseLink: pageOf(String(row.itemId), String(row.id)),
    inspectLink: link,
    ...(isPainted ? finishOf(asset, link) : { float: null, paintIndex: null, paintSeed: null, stickers: null }),
    // There is no field for locks: only items that can be delivered are on sale
    tradableAt: 0,
    ownerId: userId === null ? null : String(userId),
    ...ofInfo(row.itemInfo ?? {}),
    ...(localName !== null && localName !== row.marketHashName && { localName }),
  };
}

const ofInfo = (info: NonNullable<Product['itemInfo']>) =>
  itemAttributes({
    rarity: text(info.rarity) ?? info.rarityName,
    kind: info.type,
    hero: text(info.hero) ?? info.heroName,
  });

/** C5's ids of the Doppler variants; other ids are tiers of other finishes. */
const phaseByStyle: ReadonlyMap<string, string> = new Map([
  ['11', 'Phase 1'],
  ['12', 'Phase 2'],
  ['13', 'Phase 3'],
  ['14', 'Phase 4'],
  ['31', 'Ruby'],
  ['32', 'Emerald'],
  ['33', 'Sapphire'],
  ['34', 'Black Pearl'],
]);

function finishOf(
  asset: AssetInfo,
  link: string | null,
): Pick<Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'> & Extras {
  const certificate = certificateIn(link ?? '');
  const certified = asset.paintIndex == null ? certificate : null;
  return {
    ...certifiedExtras(certificate),
    float: itemFloat(asset.wear) ?? certified?.float ?? null,
    paintIndex: whole(asset.paintIndex ?? certified?.paintIndex),
    paintSeed: whole(asset.paintSeed ?? certified?.paintSeed),
    stickers: stickersOf(asset.stickers),
  };
}

/** null when any sticker has only a Chinese name or no slot. */
function stickersOf(stickers: AssetInfo['stickers']): Offer['stickers'] {
  if (stickers == null) return null;
  const named = stickers.map((sticker) => ({ name: sticker?.enName, slot: sticker?.slot, wear: sticker?.wear }));
  return fullStickers(named);
}

/** A string or number in a JSON text. A cut string reaches to the end: seeking its end at every quote in it takes minutes. */
const token = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const tooLong = /^\d{16,}$/;

/** Parses JSON, turning whole numbers of more than 15 digits into strings, since a number would lose the last digits. */
export function decode(body: string): unknown {
  const start = body.trimStart();
  // Anything but JSON, such as a page or "Too Many Requests", is left to the refusal
  if (!/^[{["\d-]|^(?:null|true|false)/.test(start) && start !== '') return body;
  return JSON.parse(body.replace(token, (found) => (tooLong.test(found) ? `"${found}"` : found)));
}

/** Every answer has status 200; failures are reported in the body. */
export const refusalBy =
  (codes: Readonly<Record<string, OutcomeOverride>>) =>
  (payload: unknown): OutcomeOverride | null => {
    if (typeof payload === 'string') return /too many/i.test(payload.slice(0, 200)) ? 'limited' : 'blocked';
    if (typeof payload !== 'object' || payload === null || !('success' in payload) || payload.success !== false)
      return null;
    const code = 'errorCode' in payload ? String(payload.errorCode) : '';
    const words = 'errorMsg' in payload ? payload.errorMsg : '';
    return (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? outcomeOfUnknown(words);
  };
