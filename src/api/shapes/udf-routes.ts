import type { IncomingMessage } from 'node:http';
import type { Contexts } from '../contexts.ts';
import { requireReady, toApiError } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { readParameters } from '../parameters.ts';
import { type Query, readQuery, requireReadable, splitTarget } from '../query.ts';
import { offeredKey, requireKey, routedPath } from '../require-key.ts';
import type { RouteContext } from '../route.ts';
import { json } from '../server/content.ts';
import { type Call, type Content, type Router, reading } from '../server/router.ts';
import { toSeconds } from '../wire/time.ts';
import { udfConfig, udfHistory, udfParameters, udfSearch, udfSymbol } from './udf-answers.ts';

const folder = '/shapes/udf';

type Answer = (query: Query, context: RouteContext) => object | Promise<object>;

const answers: Readonly<Record<string, Answer>> = {
  config: (_, context) => udfConfig(context),
  symbols: (query, context) => udfSymbol(readParameters(udfParameters.symbols, query).values, context),
  search: (query, context) => udfSearch(readParameters(udfParameters.search, query).values, context),
  history: (query, context) => udfHistory(readParameters(udfParameters.history, query).values, context),
};

/** Charts can add nothing to their requests, but can be given an address that contains the key. */
const keyInPath = ({ url = '' }: Pick<IncomingMessage, 'url'>): string | undefined =>
  splitTarget(url).path.split('/').at(-2);

/** Charts look at what an answer says, and not at its status. */
function failure(thrown: unknown): Content {
  const error = toApiError(thrown);
  if (error.code === 'INTERNAL_ERROR') throw thrown;
  const { headers = {}, ...content } = json({ s: 'error', errmsg: error.message }, error.status);
  return { ...content, headers: { ...error.headers, ...headers, 'cache-control': 'no-store' } };
}

/** Adds what charts of TradingView read, at an address without a key and at one that contains it. */
export function addUdfRoutes(
  router: Router,
  {
    contexts,
    keys,
    isReady,
    now,
  }: {
    readonly contexts: Contexts;
    readonly keys: Pick<Keys, 'check'>;
    readonly isReady: () => boolean;
    readonly now: () => number;
  },
): void {
  const handlerOf =
    (keyIn: (request: IncomingMessage) => string | undefined, answer: Answer) =>
    async (call: Call): Promise<Content> => {
      try {
        const query = readQuery(call.request.url ?? '');
        const key = requireKey(keys, keyIn(call.request), routedPath(call));
        requireReadable(query);
        requireReady(isReady());
        return json(await answer(query, contexts(key)));
      } catch (thrown) {
        return failure(thrown);
      }
    };
  const time = (): Content => ({ headers: { 'content-type': 'text/plain' }, body: String(toSeconds(now())) });
  for (const { path, keyIn } of [
    { path: folder, keyIn: offeredKey },
    { path: `${folder}/:key`, keyIn: keyInPath },
  ]) {
    for (const [name, answer] of Object.entries(answers))
      router.add(reading, `${path}/${name}`, handlerOf(keyIn, answer), { keyIn });
    router.add(reading, `${path}/time`, time, { keyIn });
  }
}
