import Type, { type Static } from 'typebox';
import type { Attempt } from '../../../alerts/alert-state.ts';
import type { ShownRule } from '../../../alerts/alerts.ts';
import type { When } from '../../../alerts/rule.ts';
import { alertFigures, payoutChoices, phases } from '../../../schema/index.ts';
import { extrasRequest } from '../full/extras.ts';
import { WireItemTraits } from '../full/item-traits.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, SecondsOrNull, toSeconds } from '../time.ts';

const closed = { additionalProperties: false } as const;

const Fields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) });
const Address = Text(2_048, 'HTTPS URL; its path is stored but never shown');

const Bound = (description: string) => Type.Optional(Type.Number({ description }));

export const WireStreamWhen = Type.Object(
  {
    kind: Type.Literal('stream'),
    filter: Fields('Fields of a stream subscription: games, subscribeTo, items, minPriceUSD, events and so on'),
    underUsualPercent: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: 'Only offers at least this many percent below the usual ask on their marketplace',
      }),
    ),
    ...extrasRequest('Offers'),
    states: Type.Optional(
      Type.Array(Text(32), { description: 'With the channel sources: states to alert on; all if omitted' }),
    ),
  },
  closed,
);

export const WireFigureWhen = Type.Object(
  {
    kind: Type.Literal('figure'),
    figure: Type.Enum([...alertFigures], {
      description:
        'ask, bid: the lowest ask or highest bid in US dollars (an item with variants has a bid only of one of them, given as phase); askAfterFees, bidAfterFees: the same after fees; spreadPercent: ask minus bid in percent of the ask; underUsualPercent: how far the ask of a marketplace is below its usual ask, in percent',
    }),
    game: Text(64, 'Game: CS2, Dota2, Rust or TF2, an alias or app id'),
    items: Type.Optional(
      Type.Array(Text(256), { description: 'Exact names of items; all that have the traits if omitted' }),
    ),
    traits: WireItemTraits,
    phase: Type.Optional(Type.Enum([...phases], { description: 'Doppler variant; the whole item if omitted' })),
    marketplaces: Type.Optional(Type.Array(Text(64), { description: 'Marketplaces to consider; all if omitted' })),
    payout: Type.Optional(
      Type.Enum([...payoutChoices], {
        description:
          'What the marketplaces whose bids count pay out; any includes those of which it is not known. Default: money',
      }),
    ),
    below: Bound('Alert when the figure is below this; give either below or above'),
    above: Bound('Alert when the figure is above this; give either below or above'),
  },
  closed,
);

export const WireDealWhen = Type.Object(
  {
    kind: Type.Literal('deal'),
    game: Text(64, 'Game: CS2, Dota2, Rust or TF2, an alias or app id'),
    filter: Type.Optional(
      Fields('Fields of a subscription to deals: minProfit, minPercent, maxPrice, from, to and so on'),
    ),
  },
  closed,
);

export const WireWebhook = Type.Object(
  {
    kind: Type.Literal('webhook'),
    url: Address,
    secret: Type.Optional(Text(100, 'whsec_ followed by 24 to 64 bytes in Base64; generated if omitted')),
  },
  closed,
);
export const WireChat = Type.Object(
  { kind: Type.Enum(['discord', 'slack'], { description: 'Chat service' }), url: Address },
  closed,
);
export const WireTelegram = Type.Object(
  {
    kind: Type.Literal('telegram'),
    token: Type.String({ pattern: '^[0-9]{1,20}:[A-Za-z0-9_-]{1,100}$', description: 'Token of the bot' }),
    chatId: Text(64, 'Chat to send to'),
    url: Type.Optional(Text(2_048, 'URL of a different Bot API server')),
  },
  closed,
);
export const WireNtfy = Type.Object(
  {
    kind: Type.Literal('ntfy'),
    url: Address,
    token: Type.Optional(
      Type.String({ pattern: '^[!-~]{1,200}$', description: 'Access token of an account on that server' }),
    ),
  },
  closed,
);

export const WireEmail = Type.Object(
  { kind: Type.Literal('email'), to: Text(254, 'A single e-mail address that the operator allows') },
  closed,
);

export const WireBrowser = Type.Object({ kind: Type.Literal('browser') }, closed);

const hysteresisMeaning =
  'How far, in percent, a figure must move back past its bound before the rule can be met again; percentage points if the figure itself is in percent';

/** A rule to create. */
export const WireAlertRequest = Type.Object(
  {
    name: Text(64, 'Name of the rule, included in alerts'),
    when: Type.Union([WireStreamWhen, WireFigureWhen, WireDealWhen], { description: 'Condition of the rule' }),
    target: Type.Union([WireWebhook, WireChat, WireTelegram, WireNtfy, WireEmail, WireBrowser], {
      description: 'Where alerts are sent',
    }),
    repeats: Type.Optional(
      Type.Boolean({ description: 'false: the rule is done after its first alert', default: true }),
    ),
    coolDownSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 0,
        description: 'Minimum seconds between two alerts about the same item',
      }),
    ),
    hysteresisPercent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: 1,
        description: hysteresisMeaning,
      }),
    ),
    text: Type.Optional(
      Text(
        1_000,
        'Template of the alert with placeholders such as {rule}, {item}, {marketplace}, {price}, {event}, {value} and {link}; a default text if omitted',
      ),
    ),
  },
  closed,
);
export type WireAlertRequest = Static<typeof WireAlertRequest>;

/** An attempt to deliver an alert. */
export const WireAlertAttempt = Type.Object({
  alertId: Type.String({ description: 'Same for every attempt; sent by webhooks as webhook-id' }),
  item: Type.String({ description: 'Subject of the alert; alerts of a rule about the same subject arrive in order' }),
  at: Seconds('End of the attempt'),
  attempt: Type.Integer({ minimum: 1, description: 'Number of the attempt, from 1' }),
  outcome: Type.Enum(['delivered', 'failed', 'givenUp'], {
    description: 'delivered; failed: will be retried; givenUp: will not be retried',
  }),
  status: OrNull(Type.Integer(), 'HTTP status, or SMTP reply code for e-mail; null without a response'),
  error: OrNull(Type.String(), 'Error message; null if delivered'),
  milliseconds: Type.Integer({ minimum: 0, description: 'Response time of the target, in milliseconds' }),
});
export type WireAlertAttempt = Static<typeof WireAlertAttempt>;

/** Result of a test alert. */
export const WireAlertTest = Type.Object({
  isDelivered: Type.Boolean({ description: 'Whether the target accepted it' }),
  status: OrNull(Type.Integer(), 'HTTP status, or SMTP reply code for e-mail; null without a response'),
  error: OrNull(Type.String(), 'Error message; null if delivered'),
  milliseconds: Type.Integer({ minimum: 0, description: 'Response time of the target, in milliseconds' }),
});

/** A rule as shown to its key and the operator. */
export const WireAlertRule = Type.Object({
  id: Type.String({ description: 'Id of the rule' }),
  name: Type.String({ description: 'Name of the rule' }),
  when: Fields('Condition of the rule, as it was requested'),
  target: Type.Object(
    {
      kind: Type.Enum(['webhook', 'discord', 'slack', 'telegram', 'ntfy', 'email', 'browser'], {
        description: 'Kind of target',
      }),
      host: Type.String({ description: 'Host of the target, empty for browser; the rest of its address is not shown' }),
    },
    { description: 'Where alerts are sent' },
  ),
  repeats: Type.Boolean({ description: 'false: the rule is done after its first alert' }),
  coolDownSeconds: Type.Integer({ description: 'Minimum seconds between two alerts about the same item' }),
  hysteresisPercent: Type.Number({ description: hysteresisMeaning }),
  text: OrNull(Type.String(), 'Template of the alert; null uses the default'),
  keyId: Type.String({ description: 'Id of the key that created it' }),
  createdAt: Seconds('When it was created'),
  doneAt: OrNull(
    Seconds('When it was met'),
    'When a rule that does not repeat was met, Unix time in seconds; null until then',
  ),
  pausedAt: SecondsOrNull('When it was paused', 'null if it is not'),
  problem: OrNull(Type.String(), 'Why the rule is not being checked; null while it is'),
  pending: Type.Integer({ minimum: 0, description: 'Alerts not yet delivered' }),
  lastAttempt: OrNull(WireAlertAttempt, 'Most recent delivery attempt; null if there was none'),
});
export type WireAlertRule = Static<typeof WireAlertRule>;

/** A newly created rule with the secret of its webhook, which is not shown again. */
export const WireNewAlertRule = Type.Object({
  ...WireAlertRule.properties,
  secret: OrNull(
    Type.String(),
    'Secret for verifying the signatures of a webhook, not shown again; null for other targets',
  ),
});
export type WireNewAlertRule = Static<typeof WireNewAlertRule>;

/** The new secret of a webhook, which is not shown again. */
export const WireSecretRotation = Type.Object({
  id: Type.String({ description: 'Id of the rule' }),
  secret: Type.String({ description: 'New secret for verifying signatures, not shown again' }),
  previousExpiresAt: Seconds('Until when alerts are signed by the previous secret as well'),
});

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
