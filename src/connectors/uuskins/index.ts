import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { outcomeOfUnknown } from '../../contract/error-body.ts';
import facts from './facts.json' with { type: 'json' };
import { keyedSkus, parsePriced, parseSku } from './parse.ts';
import { keys, signed } from './sign.ts';
import { Answer, Priced, Sku } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const base = 'https://api.uuskins.com/api/vertex/commodity/query';
const marketRows = 1000;
const skuRows = 50;

export const uuskins: Connector = {
  slug: 'uuskins',
  games: ['CS2'],
  ...factsOf(facts),
  credentials: [
    {
      env: keys,
      about:
        'Apply for the open interface of uuskins.com and join the appKey and the RSA private key (PKCS #8) whose public key you gave them: appKey:privateKey.',
      carry: { in: 'signature', sign: signed },
    },
  ],
  sources: [
    walk({
      name: 'market',
      yields: ['quote'],
      covers: 'all',
      request: ({ cursor }) => ({
        method: 'POST',
        url: `${base}/market/openapi/list`,
        body: { pageIndex: Number(cursor ?? 1), pageSize: marketRows },
      }),
      refusal,
      envelope: Answer,
      rowsAt: 'data.items',
      row: Priced,
      parse: parsePriced,
      cursorAt: nextPage,
      pages: 200,
    }),
    lookup({
      name: 'skus',
      yields: ['offer'],
      request: ({ item }) => ({
        method: 'POST',
        url: `${base}/sku/list`,
        body: {
          filterCondition: {},
          searchKeyword: item,
          pageIndex: 1,
          pageSize: skuRows,
          sortType: 2,
          language: 'en',
          appId: '730',
          // The site sends 24 random characters and "==" with each request; here it is fixed, because `request` is pure
          requestId: 'aXRlbXRhcGVpdGVtdGFwZQAA==',
        },
      }),
      replaces: ['offer'],
      pageRows: skuRows,
      refusal: refusalOfStranger,
      envelope: Answer,
      rowsAt: keyedSkus,
      row: Sku,
      parse: parseSku,
    }),
  ],
};

const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;

/** Every answer has status 200. Only the codes of success are known, so the text decides about the others. */
function refusal(payload: unknown): OutcomeOverride | null {
  const code = String(memberOf(payload, 'code') ?? 0);
  if (code === '0' || code === '200') return null;
  const message = String(memberOf(payload, 'msg') ?? memberOf(payload, 'message'));
  if (code === '429' || /limit|quota|frequent|too many/i.test(message)) return 'limited';
  if (code === '401' || /sign|app ?key|unauthori[sz]ed/i.test(message)) return 'refused';
  return outcomeOfUnknown(message);
}

/** The same for unsigned requests: being asked for a signature means that they are blocked. */
function refusalOfStranger(payload: unknown): OutcomeOverride | null {
  const outcome = refusal(payload);
  return outcome === 'refused' ? 'blocked' : outcome;
}

function nextPage(payload: unknown, cursor: string | null): string | null {
  const rows = memberOf(memberOf(payload, 'data'), 'items');
  return Array.isArray(rows) && rows.length >= marketRows ? String(Number(cursor ?? 1) + 1) : null;
}
