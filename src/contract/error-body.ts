import type { OutcomeOverride } from './connector.ts';
import { memberOf } from './rows.ts';

type Look = (name: string) => unknown;

const valuesOf = (at: Look, names: readonly string[]): readonly unknown[] =>
  names.map(at).filter((value) => value != null && value !== '' && value !== false);

/** Without numbers, of which nobody can tell what they mean. */
const errorsIn = (at: Look): readonly unknown[] =>
  valuesOf(at, ['error', 'errors', 'error_message', 'errorMsg']).filter(
    (value) => typeof value !== 'number' && !(Array.isArray(value) && value.length === 0),
  );

/** Texts that accompany good answers as well. */
const messagesIn = (at: Look): readonly unknown[] =>
  valuesOf(at, ['message', 'msg', 'Msg', 'detail']).filter((value) => !/^(?:ok|success)$/i.test(String(value)));

const codesIn = (at: Look): readonly unknown[] => valuesOf(at, ['code', 'Code', 'statusCode', 'errorCode']);

const isGoodCode = (code: unknown): boolean => /^(?:0|1|20\d|ok|success)$/i.test(String(code));

const meanings: readonly (readonly [RegExp, OutcomeOverride])[] = [
  [/too.?many|rate.?limit|throttled|频繁/i, 'limited'],
  [/unauthori[sz]ed|unauthenticated|forbidden/i, 'blocked'],
  [/not.?found|不存在/i, 'gone'],
];

/** null where the answer does not say. */
function isFailure(at: Look): boolean | null {
  const flags = [at('success'), at('succ'), at('ok')];
  const status = at('status');
  const codes = codesIn(at);
  if (flags.includes(false) || status === false || codes.some((code) => !isGoodCode(code))) return true;
  if (/^(?:error|fail|failed|failure|[45]\d\d)$/i.test(String(status))) return true;
  if (flags.includes(true) || codes.length > 0 || isGoodCode(status) || status === true) return false;
  return errorsIn(at).length > 0 ? true : status === undefined ? null : false;
}

/**
 * What an answer means that has none of the expected rows, if it says that something went wrong; null if it does not say so.
 * An answer with rows must not be judged by it.
 */
export function outcomeOfErrorBody(payload: unknown): OutcomeOverride | null {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null;
  const at: Look = (name) => memberOf(payload, name);
  const messages = messagesIn(at);
  if (!(isFailure(at) ?? messages.length > 0)) return null;
  const words = JSON.stringify([errorsIn(at), messages]);
  return meanings.find(([pattern]) => pattern.test(words))?.[1] ?? 'retry';
}

const ownFault =
  /系统(?:繁忙|错误|异常|超时)|服务器?(?:繁忙|异常|错误)|(?:system|server) (?:is )?(?:busy|error)|internal (?:server )?(?:error|timeout)/i;

/**
 * What a failure means whose code and words are not known, at a marketplace that bans the accounts of those who go on asking:
 * to stop for a while, unless it says that its own system is at fault.
 */
export const outcomeOfUnknown = (words: unknown): OutcomeOverride =>
  ownFault.test(String(words)) ? 'retry' : 'blocked';
