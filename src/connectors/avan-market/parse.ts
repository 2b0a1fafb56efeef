import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import type { Game, Offer } from '../../schema/index.ts';
import type { Entry, SellItem } from './wire.ts';

const shelves: Readonly<Partial<Record<Game, string>>> = { CS2: 'cs', Rust: 'rust' };

/** The page of a name, or a search for it where the answer does not give its path. */
function pageOf({ slugified_name: page, full_name: name }: Entry, game: Game): string {
  const shelf = `https://avan.market/en/market/${shelves[game]}`;
  return text(page) === null ? `${shelf}?name=${urlPart(name)}` : `${shelf}/${urlPart(page ?? '')}`;
}

export const parseEntry = (row: Entry, { game }: About): readonly Offer[] =>
  row.sell_items.map((item) => offerOf(row, item, game));

function offerOf(row: Entry, item: SellItem, game: Game): Offer {
  return {
    kind: 'offer',
    game,
    name: row.full_name,
    phase: text(row.phase),
    offerId: String(item.id),
    price: money(item.sell_price, 'USD'),
    // The page shows all items of the name; the fragment is the id of this one
    purchaseLink: `${pageOf(row, game)}#${item.id}`,
    inspectLink: game === 'CS2' ? inspectLink(item.inspect_in_game) : null,
    float: game === 'CS2' ? itemFloat(item.float) : null,
    paintIndex: null,
    paintSeed: null,
    // The format of stickers has not been seen, so only their absence is known
    stickers: game === 'CS2' && item.item_stickers?.length === 0 ? [] : null,
    tradableAt: item.unhold_at == null ? null : isoTime(item.unhold_at),
    ownerId: null,
  };
}
