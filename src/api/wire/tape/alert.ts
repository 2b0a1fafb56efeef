import Type, { type Static } from 'typebox';
import type { ShownRule } from '../../../alerts/alerts.ts';
import type { Attempt } from '../../../alerts/kept.ts';
import type { When } from '../../../alerts/rule.ts';
import { Phase } from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, toSeconds } from '../time.ts';

const closed = { additionalProperties: false } as const;

// Those of src/alerts/rule.ts, which only types may be imported of
const figures = ['ask', 'bid', 'askAfterFees', 'bidAfterFees', 'spreadPercent', 'underUsualPercent'] as const;

const Fields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) });
const Address = Text(2_048, 'Of https; its path is kept and shown to nobody');

const Bound = (description: string) => Type.Optional(Type.Number({ description }));

export const WireStreamWhen = Type.Object(
  {
    kind: Type.Literal('stream'),
    filter: Fields('What a subscription of the stream says: games, subscribeTo, items, minPriceUSD, events and so on'),
    underUsualPercent: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: 'Offers so far under what is usual on their marketplace',
      }),
    ),
    states: Type.Optional(Type.Array(Text(32), { description: 'With the channel sources: states that are told of' })),
  },
  closed,
);

export const WireFigureWhen = Type.Object(
  {
    kind: Type.Literal('figure'),
    figure: Type.Enum([...figures], {
      description:
        'The lowest ask or highest bid in dollars, before or after fees, ask less bid in percent of the ask, or how far the ask of a marketplace is under what is usual there',
    }),
    game: Text(64, 'Game'),
    items: Type.Array(Text(256), { description: 'Whole names of items' }),
    phase: Type.Optional(Phase),
    marketplaces: Type.Optional(Type.Array(Text(64), { description: 'Marketplaces that count; all when left out' })),
    below: Bound('Met when it is below'),
    above: Bound('Met when it is above'),
  },
  closed,
);

export const WireDealWhen = Type.Object(
  {
    kind: Type.Literal('deal'),
    game: Text(64, 'Game'),
    filter: Type.Optional(
      Fields('What a subscription of deals says: minProfit, minPercent, maxPrice, from, to and so on'),
    ),
  },
  closed,
);

export const WireWebhook = Type.Object(
  {
    kind: Type.Literal('webhook'),
    url: Address,
    secret: Type.Optional(Text(100, 'whsec_ and 24 to 64 bytes in Base64; made when left out')),
  },
  closed,
);
export const WireChat = Type.Object(
  { kind: Type.Enum(['discord', 'slack'], { description: 'Which of them' }), url: Address },
  closed,
);
export const WireTelegram = Type.Object(
  {
    kind: Type.Literal('telegram'),
    token: Type.String({ pattern: '^[0-9]{1,20}:[A-Za-z0-9_-]{1,100}$', description: 'Of the bot' }),
    chatId: Text(64, 'Chat that it is sent to'),
    url: Type.Optional(Text(2_048, 'Of another server of the Bot API')),
  },
  closed,
);
export const WireNtfy = Type.Object(
  {
    kind: Type.Literal('ntfy'),
    url: Address,
    token: Type.Optional(Type.String({ pattern: '^[!-~]{1,200}$', description: 'Of an account there' })),
  },
  closed,
);

export const WireEmail = Type.Object(
  { kind: Type.Literal('email'), to: Text(254, 'Address of one mailbox, as far as the operator allows it') },
  closed,
);

/** A rule as it is asked for. */
export const WireAlertWish = Type.Object(
  {
    name: Text(64, 'Name of the rule, as alerts tell it'),
    when: Type.Union([WireStreamWhen, WireFigureWhen, WireDealWhen], { description: 'What the rule waits for' }),
    target: Type.Union([WireWebhook, WireChat, WireTelegram, WireNtfy, WireEmail], { description: 'Where alerts go' }),
    repeats: Type.Optional(
      Type.Boolean({ description: 'Otherwise the rule is done after its first alert', default: true }),
    ),
    coolDownSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 0,
        description: 'No second alert about the same item within it',
      }),
    ),
    hysteresisPercent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: 1,
        description: 'How far a figure has to come back over its bound to count as met anew',
      }),
    ),
    text: Type.Optional(
      Text(
        1_000,
        'Words of the alert with values in braces, such as {rule}, {item}, {marketplace}, {price}, {event}, {value} and {link}',
      ),
    ),
  },
  closed,
);
export type WireAlertWish = Static<typeof WireAlertWish>;

/** An attempt to bring an alert to its target. */
export const WireAlertAttempt = Type.Object({
  alertId: Type.String({ description: 'The same at every attempt; webhook-id of a webhook' }),
  item: Type.String({ description: 'What it is about; alerts of a rule about the same arrive in order' }),
  at: Seconds('When it ended'),
  attempt: Type.Integer({ minimum: 1, description: 'Which attempt of this alert' }),
  outcome: Type.Enum(['delivered', 'failed', 'givenUp'], { description: 'failed is tried again' }),
  status: OrNull(Type.Integer(), 'HTTP status of the answer, of e-mail the code of the server; null when none came'),
  error: OrNull(Type.String(), 'What went wrong'),
  milliseconds: Type.Integer({ minimum: 0, description: 'How long the target took' }),
});
export type WireAlertAttempt = Static<typeof WireAlertAttempt>;

/** What came of a test. */
export const WireAlertTest = Type.Object({
  isDelivered: Type.Boolean({ description: 'The target took it' }),
  status: OrNull(Type.Integer(), 'HTTP status of the answer, of e-mail the code of the server; null when none came'),
  error: OrNull(Type.String(), 'What went wrong'),
  milliseconds: Type.Integer({ minimum: 0, description: 'How long the target took' }),
});

/** A rule as its key and the operator are shown it. */
export const WireAlertRule = Type.Object({
  id: Type.String({ description: 'Id of the rule' }),
  name: Type.String({ description: 'Name of the rule' }),
  when: Fields('As it was asked for'),
  target: Type.Object({
    kind: Type.Enum(['webhook', 'discord', 'slack', 'telegram', 'ntfy', 'email'], { description: 'Kind of target' }),
    host: Type.String({ description: 'The rest of the address is not shown' }),
  }),
  repeats: Type.Boolean({ description: 'Otherwise the rule is done after its first alert' }),
  coolDownSeconds: Type.Integer({ description: 'No second alert about the same item within it' }),
  hysteresisPercent: Type.Number({ description: 'How far a figure has to come back over its bound' }),
  text: OrNull(Type.String(), 'Words of its own; null is the usual ones'),
  keyId: Type.String({ description: 'The key that made it' }),
  createdAt: Seconds('When it was made'),
  doneAt: OrNull(Seconds('When it was met'), 'When a rule that does not repeat was met; null while it is not done'),
  pausedAt: OrNull(Seconds('When it was paused'), 'When it was paused; null while it is not'),
  problem: OrNull(Type.String(), 'Why it looks for nothing; null while it does'),
  pending: Type.Integer({ minimum: 0, description: 'Alerts on their way' }),
  lastAttempt: OrNull(WireAlertAttempt, 'The newest attempt; null while there was none'),
});
export type WireAlertRule = Static<typeof WireAlertRule>;

/** A rule that was just made; the secret of its webhook is shown this once. */
export const WireNewAlertRule = Type.Object({
  ...WireAlertRule.properties,
  secret: OrNull(Type.String(), 'Of a webhook, to verify signatures with; shown this once'),
});
export type WireNewAlertRule = Static<typeof WireNewAlertRule>;

export const toWireAttempt = (attempt: Attempt): WireAlertAttempt => ({ ...attempt, at: toSeconds(attempt.at) });

export const toWireAlertRule = (
  { rule, problem, pending, lastAttempt }: ShownRule,
  hostOf: (rule: ShownRule['rule']) => string,
): WireAlertRule => ({
  id: rule.id,
  name: rule.name,
  when: rule.when satisfies When as Record<string, unknown>,
  target: { kind: rule.target.kind, host: hostOf(rule) },
  repeats: rule.repeats,
  coolDownSeconds: rule.coolDownSeconds,
  hysteresisPercent: rule.hysteresisPercent,
  text: rule.text,
  keyId: rule.keyId,
  createdAt: toSeconds(rule.createdAt),
  doneAt: rule.doneAt === null ? null : toSeconds(rule.doneAt),
  pausedAt: rule.pausedAt === undefined ? null : toSeconds(rule.pausedAt),
  problem,
  pending,
  lastAttempt: lastAttempt === null ? null : toWireAttempt(lastAttempt),
});
