import { type Appraisal, Comparison } from '../../appraise/appraise.ts';
import { floatRange } from '../../appraise/looks.ts';
import { SellingTimes } from '../../appraise/time-to-sell.ts';
import { conditionOf, type Game, marketplaceWithId, type Prices } from '../../schema/index.ts';
import { invalid } from '../errors.ts';
import type { RouteContext } from '../route.ts';
import { payingMarketplaces } from '../value/paying-marketplaces.ts';
import { toWireVariant } from '../wire/full/variant.ts';
import { toPrice } from '../wire/price.ts';
import type { AppraiseRequest, WireAppraisal } from '../wire/tape/appraisal.ts';
import { inCurrency, toPercent } from '../wire/tape/best.ts';
import { toSeconds } from '../wire/time.ts';
import { Attachments, comparablesOf, type Evidence, evidenceOf, lifetimesOf } from './evidence.ts';
import { type AskedItem, askedItem } from './subject.ts';

const maxRows = 50;
const maxSellOptions = 10;

/** Thousandths of a dollar in all currencies, at the rates that are in force. */
function pricesFor(usd: number, rates: ReturnType<RouteContext['rates']>): Prices {
  const inRate = (currency: 'EUR' | 'CNY' | 'RUB') => {
    const perUsd = rates.find((rate) => rate.currency === currency)?.perUsd;
    return perUsd === undefined ? null : Math.round(usd * perUsd);
  };
  return { USD: usd, EUR: inRate('EUR'), CNY: inRate('CNY'), RUB: inRate('RUB') };
}

/** Answers a request; throws the `ApiError` to respond with. */
export async function appraiseItem(request: AppraiseRequest, context: RouteContext): Promise<WireAppraisal> {
  const { book, lookups, itemRequested } = context;
  const { currency = 'USD', payout = 'money' } = request;
  const game = lookups.game(request.game);
  const attachments = new Attachments(context, game);
  const item = askedItem(request, context, { game, attachments });
  const { name, phase } = item;
  itemRequested(game, name, null);
  const words = new Words(context, currency);
  const evidence = await evidenceOf(context, {
    ...{ game, name, phase },
    marketplaceIds: payingMarketplaces(context, game, payout),
  });
  const needsVariant = phase === null && book.hasVariants(game, name);
  const compared = needsVariant ? [] : comparablesOf(name, evidence, attachments, item.offer);
  const comparison = new Comparison(compared, floatRange(conditionOf(game, name), book.itemAttributes(game, name)));
  const found = comparison.appraise({ ...item.looks, marketplaceId: null, at: context.now() });
  const asks = [...evidence.offers.values()].flatMap(([first]) => first?.prices.USD ?? []);
  return {
    ...{ name, game, ...toWireVariant(phase), currency },
    ...{ float: item.looks.float, paintSeed: item.looks.paintSeed },
    ...words.ofAppraisal(found),
    notEnoughKnown: found !== null ? null : needsVariant ? 'variantUnknown' : 'tooFewRows',
    giveToo: [...item.giveToo],
    lowestAsk: asks.length === 0 ? null : words.price(Math.min(...asks)),
    stickersAsk: words.sum(item.looks.stickersUsd),
    sell: found === null ? [] : words.optionsFor(found, comparison, { game, item, evidence }),
  };
}

/** Says amounts in a currency. */
class Words {
  readonly #context;
  readonly #currency;
  readonly #rates;

  constructor(context: RouteContext, currency: NonNullable<AppraiseRequest['currency']>) {
    this.#context = context;
    this.#currency = currency;
    this.#rates = context.rates();
    if (pricesFor(1_000, this.#rates)[currency] === null)
      throw invalid(`no usable rate for ${currency} is known now; use "currency": "USD", or see GET /tape/rates`);
  }

  price(usd: number): number | null {
    return toPrice(pricesFor(usd, this.#rates)[this.#currency]);
  }

  sum(usd: number | null): number | null {
    return usd === 0 ? 0 : usd === null ? null : this.price(usd);
  }

  ofAppraisal(found: Appraisal | null) {
    const price = (usd: number | undefined) => (usd === undefined ? null : this.price(usd));
    return {
      price: price(found?.usd),
      low: price(found?.lowUsd),
      high: price(found?.highUsd),
      count: Math.round((found?.count ?? 0) * 10) / 10,
      stickersPercent: found === null ? null : toPercent(found.shares.stickers, 1),
      rows: (found?.rows ?? []).slice(0, maxRows).map(({ row, share, saysUsd }) => ({
        kind: row.kind,
        marketplace: marketplaceWithId(row.marketplaceId).name,
        id: row.id,
        timestamp: toSeconds(row.at),
        price: this.price(row.usd) ?? 0,
        ...{ float: row.float, paintSeed: row.paintSeed, stickersAsk: this.sum(row.stickersUsd) },
        worth: this.price(saysUsd) ?? 0,
        weightPercent: toPercent(share, 1) ?? 0,
      })),
    };
  }

  optionsFor(
    found: Appraisal,
    comparison: Comparison,
    { game, item, evidence }: { readonly game: Game; readonly item: AskedItem; readonly evidence: Evidence },
  ): WireAppraisal['sell'] {
    const times = new SellingTimes(lifetimesOf(evidence), this.#context.now());
    const options = comparison.marketplaceIds.map((id) => {
      const usd = comparison.atLevelOf(id, found.usd);
      const prices = pricesFor(usd, this.#rates);
      const afterFeesUsd = this.#context.book.proceeds(id, game, usd, () => prices) || null;
      const cheaper = (evidence.offers.get(id) ?? []).filter(
        ({ offerId, prices: { USD } }) => USD !== null && USD < usd && offerId !== item.offer?.offerId,
      );
      const rank = cheaper.length + 1;
      return { id, usd, rank, afterFeesUsd, afterFees: inCurrency(afterFeesUsd, prices, this.#currency) };
    });
    return options
      .sort((a, b) => (b.afterFeesUsd ?? 0) - (a.afterFeesUsd ?? 0) || b.usd - a.usd)
      .slice(0, maxSellOptions)
      .map(({ id, usd, rank, afterFees }) => ({
        marketplace: marketplaceWithId(id).name,
        price: this.price(usd) ?? 0,
        afterFees: toPrice(afterFees),
        rank,
        sellsWithin: times.within(id, rank),
      }));
  }
}
