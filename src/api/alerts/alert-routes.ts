import type { IncomingMessage } from 'node:http';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { ShownRule } from '../../alerts/alerts.ts';
import type { NewRule, Rule, Target } from '../../alerts/rule.ts';
import type { RuleActions } from '../../alerts/rule-actions.ts';
import { ApiError, invalid, mistakeIn, quoted } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import type { Audit } from '../operator/audit.ts';
import { isOperator } from '../operator/operator-access.ts';
import { readQuery, requireReadable } from '../query.ts';
import { ownerOf } from '../require-key.ts';
import { json } from '../server/content.ts';
import type { Call, Handler, Method, Router } from '../server/router.ts';
import {
  toWireAlertRule,
  toWireAttempt,
  WireAlertRequest,
  WireBrowser,
  WireChat,
  WireDealWhen,
  WireEmail,
  WireFigureWhen,
  WireNtfy,
  WireStreamWhen,
  WireTelegram,
  WireWebhook,
} from '../wire/tape/alert.ts';
import { toWireLoggedAlert } from '../wire/tape/logged-alert.ts';
import { toSeconds } from '../wire/time.ts';
import { readyActions, withAlertErrors } from './answering.ts';

const alertsPath = '/tape/alerts';

export type AlertRouteParts = {
  readonly keys: Pick<Keys, 'check'>;
  readonly alerts: RuleActions;
  readonly isReady: () => boolean;
};

/** Adds the routes for alert rules and their deliveries. */
export function addAlertRoutes(router: Router, parts: AlertRouteParts & { readonly audit: Audit }): void {
  const { audit } = parts;
  const allowedOwnerOf = (call: Call): Key => {
    const key = ownerOf(parts.keys, call);
    if (key.rights.alerts === false)
      throw new ApiError('ACCESS_DENIED', 'this key lacks the right alerts; ask the operator for one that has it');
    return key;
  };
  const ready = (): RuleActions => readyActions(parts);
  /** Whose rules are visible; null means all keys. */
  const seenBy = (call: Call): string | null => {
    const key = allowedOwnerOf(call);
    return isOperator(key) ? null : key.id;
  };
  const add = (method: Method, path: string, handle: Handler): void =>
    router.add([method], path, handle, { before: allowedOwnerOf });

  add('GET', alertsPath, async (call) => {
    const rules = await withAlertErrors(() => ready().list(seenBy(call)));
    return json(rules.map(shownRule));
  });
  add('POST', alertsPath, async (call) => {
    const newRule = readNewRule(call.body);
    const all = ready();
    const rule = await audit(
      call,
      'alert.create',
      () => withAlertErrors(() => all.create(allowedOwnerOf(call).id, newRule)),
      ({ id, name, target }) => ({ id, name, target: target.kind }),
    );
    const secret = rule.target.kind === 'webhook' ? rule.target.secret : null;
    return json({ ...shownRule({ rule, problem: null, pending: 0, lastAttempt: null }), secret }, 201);
  });
  add('POST', `${alertsPath}/test`, async (call) =>
    json(await withAlertErrors(() => ready().test(idIn(call.request), seenBy(call)))),
  );
  addChangeRoutes(add, { audit, ready, seenBy });
  add('GET', `${alertsPath}/deliveries`, async (call) => {
    const attempts = await withAlertErrors(() => ready().attempts(idIn(call.request), seenBy(call)));
    return json(attempts.map(toWireAttempt));
  });
  add('GET', `${alertsPath}/log`, async (call) => {
    const logged = await withAlertErrors(() => ready().logged(allowedOwnerOf(call).id));
    return json(logged.map(toWireLoggedAlert));
  });
  add('POST', `${alertsPath}/log/read`, async (call) => {
    await withAlertErrors(() => ready().markRead(allowedOwnerOf(call).id, idIn(call.request)));
    return { status: 204 };
  });
}

type ChangeParts = {
  readonly audit: Audit;
  readonly ready: () => RuleActions;
  readonly seenBy: (call: Call) => string | null;
};

function addChangeRoutes(
  add: (method: Method, path: string, handle: Handler) => void,
  { audit, ready, seenBy }: ChangeParts,
): void {
  add('DELETE', alertsPath, async (call) => {
    const id = idIn(call.request);
    const remove = () => withAlertErrors(() => ready().remove(id, seenBy(call)));
    await audit(call, 'alert.delete', remove, () => ({ id }));
    return { status: 204 };
  });
  for (const word of ['pause', 'resume'] as const)
    add('POST', `${alertsPath}/${word}`, async (call) => {
      const change = () => withAlertErrors(() => ready()[word](idIn(call.request), seenBy(call)));
      return json(shownRule(await audit(call, `alert.${word}`, change, ({ rule: { id, name } }) => ({ id, name }))));
    });
  add('POST', `${alertsPath}/rotate`, async (call) => {
    const rotate = () => withAlertErrors(() => ready().rotate(idIn(call.request), seenBy(call)));
    const made = await audit(call, 'alert.rotate', rotate, ({ id }) => ({ id }));
    return json({ ...made, previousExpiresAt: toSeconds(made.previousExpiresAt) });
  });
}

const shownRule = (shown: ShownRule) => toWireAlertRule(shown, hostOf);

const hostOf = ({ target }: Rule): string => {
  if (target.kind === 'browser') return '';
  if (target.kind === 'email') return target.to.slice(target.to.lastIndexOf('@') + 1);
  const url = target.kind === 'telegram' ? (target.url ?? 'https://api.telegram.org') : target.url;
  return URL.canParse(url) ? new URL(url).host : '';
};

function idIn(request: IncomingMessage): string {
  const query = readQuery(request.url ?? '');
  requireReadable(query);
  const [id, ...more] = query.values.get('id') ?? [];
  if (id === undefined || id === '' || more.length > 0)
    throw invalid('give one id in the query, such as id=4f1c2a9be0d3');
  return id;
}

const whens: Readonly<Record<string, TSchema>> = {
  stream: WireStreamWhen,
  figure: WireFigureWhen,
  deal: WireDealWhen,
};
const targets: Readonly<Record<Target['kind'], TSchema>> = {
  webhook: WireWebhook,
  discord: WireChat,
  slack: WireChat,
  telegram: WireTelegram,
  ntfy: WireNtfy,
  email: WireEmail,
  browser: WireBrowser,
};

const example =
  '{"name": "redline", "when": {"kind": "figure", "figure": "ask", "game": "CS2", "items": ["AK-47 | Redline (Field-Tested)"], "below": 10}, "target": {"kind": "webhook", "url": "https://example.org/hook"}}';

const kindOf = (part: unknown): string =>
  typeof part === 'object' && part !== null && 'kind' in part && typeof part.kind === 'string' ? part.kind : '';

/** Parses a new rule; throws with the location of the first mistake. */
function readNewRule(body: unknown): NewRule {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid(`a rule needs a JSON body such as ${example}`);
  const { when, target } = body as { readonly when?: unknown; readonly target?: unknown };
  requireShape(when, 'when', whens);
  requireShape(target, 'target', targets);
  if (!Check(WireAlertRequest, body))
    throw invalid(`${mistakeIn(WireAlertRequest, body)}; an example of a rule is ${example}`);
  if (body.name.trim() === '')
    throw invalid('"name" is blank; give a name by which alerts of the rule can be recognised');
  const { repeats = true, coolDownSeconds = 0, hysteresisPercent = 1, text = null, ...rest } = body;
  return {
    ...(rest as Pick<NewRule, 'name' | 'when' | 'target'>),
    repeats,
    coolDownSeconds,
    hysteresisPercent,
    text,
  };
}

function requireShape(part: unknown, name: string, shapes: Readonly<Record<string, TSchema>>): void {
  const kind = kindOf(part);
  const shape = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (shape === undefined) {
    const known = Object.keys(shapes).join(', ');
    throw invalid(`"${name}" has the kind ${quoted(kind)}; kinds are ${known}. An example of a rule is ${example}`);
  }
  if (!Check(shape, part)) throw invalid(mistakeIn(shape, part, name));
}
