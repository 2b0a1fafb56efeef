// The listing page of 2026 contains the state of its scripts: a JavaScript string literal of JSON, of which `queryData`
// is again JSON in a string. Everything but listings, order books and histories is dropped here: fetched with a
// log-in, the page also contains a token and a wallet.

const marker = 'window.SSR.renderContext=JSON.parse(';

export type PageQuery = { readonly queryKey: readonly unknown[]; readonly data: unknown };

/** The market state in the page; throws when the text is not such a page. */
export function decodePage(text: string): { readonly queries: readonly PageQuery[] } {
  const context: unknown = JSON.parse(JSON.parse(literalAfter(text, marker)));
  const queryData = memberOf(context, 'queryData');
  if (typeof queryData !== 'string') throw new Error('the page state has no queryData; the listing page has changed');
  const queries = listAt(JSON.parse(queryData), 'queries')
    .map((query) => ({ queryKey: listAt(query, 'queryKey'), data: memberOf(memberOf(query, 'state'), 'data') }))
    .filter(({ queryKey }) => subjectOf(queryKey) !== null);
  if (queries.length === 0) throw new Error('the page state has neither listings nor an order book nor a history');
  return { queries: queries.filter(({ data }) => data !== null) };
}

function literalAfter(text: string, mark: string): string {
  const from = text.indexOf(mark) + mark.length;
  if (from < mark.length || text[from] !== '"')
    throw new Error('no market state in the page; Steam answered with its older page, a log-in page or an error');
  let end = from + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return text.slice(from, end + 1);
}

/** Listings, order books and past prices as the rows of one list. */
export function rowsOfPage(payload: unknown): unknown[] {
  const queries = listOrGap(payload, 'queries');
  const groupId = groupIdIn(queries);
  return queries.flatMap((query) => rowsOfQuery(query, groupId));
}

/** All names on a page are of one group, by whose id its listings were requested; outside CS2, by their name. */
function groupIdIn(queries: readonly unknown[]): string | null {
  for (const query of queries) {
    const [scope, requested] = listAt(query, 'queryKey');
    const id = scope === 'market_item_search' ? memberOf(requested, 'strItemName') : null;
    if (typeof id === 'string' && /^G[0-9A-F]+$/.test(id)) return id;
  }
  return null;
}

function rowsOfQuery(query: unknown, groupId: string | null): unknown[] {
  const queryKey = listAt(query, 'queryKey');
  const data = memberOf(query, 'data');
  const [, , appId, name] = queryKey;
  const of = subjectOf(queryKey);
  if (of === 'orderBook') return [{ of, appId, name, groupId, book: data }];
  if (of === 'pastPrice') {
    const currency = memberOf(data, 'ecurrency');
    return listOrGap(data, 'prices').map((point) => ({ of, appId, name, currency, point }));
  }
  return listOrGap(data, 'pages').flatMap((page) => listOrGap(page, 'listings').map((listing) => ({ of, listing })));
}

function subjectOf([scope, topic]: readonly unknown[]): 'listing' | 'orderBook' | 'pastPrice' | null {
  if (scope === 'market_item_search') return 'listing';
  if (scope !== 'market') return null;
  return topic === 'orderbook' ? 'orderBook' : topic === 'pricehistory' ? 'pastPrice' : null;
}

export const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? ((holder as Readonly<Record<string, unknown>>)[name] ?? null) : null;

/** A list that is missing counts as one member without content, which no row can be: an empty list would mean that there is nothing. */
function listOrGap(holder: unknown, name: string): readonly unknown[] {
  const list = memberOf(holder, name);
  return Array.isArray(list) ? list : [null];
}

export const listAt = (holder: unknown, name: string): readonly unknown[] => {
  const list = memberOf(holder, name);
  return Array.isArray(list) ? list : [];
};
