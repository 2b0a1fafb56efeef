import Type, { type Static } from 'typebox';
import { Fee, Terms } from '../schema/index.ts';

const Text = Type.String({ minLength: 1 });

/** An observation by somebody outside the project. `on` is a year, a month or a day. */
export const Sighting = Type.Object({ on: Text, by: Text });
export type Sighting = Static<typeof Sighting>;

/** Whether a marketplace is in business. `since` is a year, a month or a day; `by` is who says so. */
const Standing = Type.Object({
  state: Type.Enum(['open', 'doubtful', 'closed']),
  /** For an open marketplace, when it was last seen open. */
  since: Text,
  by: Text,
});
export type Standing = Static<typeof Standing>;

/** At most `requests` in any `perSeconds`. */
const RateLimit = Type.Object({ requests: Type.Number(), perSeconds: Type.Number() });
export type RateLimit = Static<typeof RateLimit>;

/** How often a marketplace is requested. All sources that name the same budget share it. */
const Budget = Type.Object({
  ...RateLimit.properties,
  scope: Type.Enum(['ip', 'key']),
  /** What the marketplace allows those whom it has granted more, `to` says whom; `collect.granted` claims it. */
  granted: Type.Optional(Type.Object({ ...RateLimit.properties, to: Text })),
  /** Most concurrent requests. Default: 1, but 4 for lookups whose budget allows at most 20 requests a second. */
  atOnce: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Where the figures come from. */
  note: Type.Optional(Text),
});
export type Budget = Static<typeof Budget>;

/**
 * What hosts of a marketplace demand of those who request anything, whatever the payload. The runtime adds headers and
 * encodings to every request to the hosts, so that no request can lack them; the rest is for the operator.
 */
const Demand = Type.Intersect([
  Type.Object({
    /** Such as api.example.com. */
    hosts: Type.Array(Text),
    /** When the demand was last known to stand: a year, a month or a day; `by` says who states it. */
    ...Sighting.properties,
  }),
  Type.Union([
    Type.Object({ header: Type.Object({ name: Text, value: Text }) }),
    /** Sent as Accept-Encoding in this order. */
    Type.Object({ encodings: Type.Array(Text) }),
    /** The most that the hosts allow; `budget` may stay below it. */
    Type.Object({ limit: RateLimit, budget: Text }),
    /** One sentence: what an account needs to have, such as a listed IP address or a paid membership. */
    Type.Object({ membership: Text }),
  ]),
]);
export type Demand = Static<typeof Demand>;

/** A secret that requests carry as it is: in a header, a query, a cookie or a field of the JSON body. */
const PlainCredential = Type.Object({
  /** The environment variable that holds it. */
  env: Text,
  /** One sentence that tells the operator where to get it. */
  about: Text,
  carry: Type.Union([
    Type.Object({ in: Type.Literal('header'), name: Text, prefix: Type.Optional(Text) }),
    Type.Object({ in: Type.Enum(['query', 'cookie', 'body']), name: Text }),
  ]),
});
export type PlainCredential = Static<typeof PlainCredential>;

/**
 * How the format of a source is known: from a recorded answer, from the marketplace's documentation, or inferred from
 * what other clients do.
 */
const evidences = ['recorded', 'documented', 'inferred'] as const;
export type Evidence = (typeof evidences)[number];

/**
 * What the marketplace says of programs that read a source. `official`: it offers the interface to them, for a key or by its
 * own documentation of it as one. `documented`: it is open to anybody and described. `tolerated`: its own pages use it, and
 * nothing is known against reading it. `againstTerms`: terms or bans say that it must not be read.
 */
export const permissions = ['official', 'documented', 'tolerated', 'againstTerms'] as const;
export type Permission = (typeof permissions)[number];

/** What is known of a source, and how often it is read. */
const SourceFacts = Type.Object({
  evidence: Type.Enum([...evidences]),
  /** A source that is against the marketplace's terms is off until the operator enables it. */
  permission: Type.Enum([...permissions]),
  /** Why the source is off until the operator enables it, such as its cost. Inferred sources are off even without a reason. */
  onRequest: Type.Optional(Text),
  /** When somebody outside the project was last known to read it, or to get an answer. */
  seen: Type.Optional(Sighting),
  budget: Text,
  /** `env` of the credential the source needs. Without the credential the source is off. */
  credential: Type.Optional(Text),
  /** For all but feeds. */
  everySeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  /** What the rest does not say. */
  note: Type.Optional(Text),
});
export type SourceFacts = Static<typeof SourceFacts>;

/** What is known of a marketplace and needs no code: the `facts.json` of its connector. */
export const Facts = Type.Object({
  /** Absent where only the operator can know. */
  standing: Type.Optional(Standing),
  /** Who says what the marketplace's rules are for programs; required where a source is against its terms. */
  rules: Type.Optional(Sighting),
  /** Known fees. An unknown fee is omitted, never written as 0. */
  fees: Type.Optional(Type.Array(Fee)),
  /** What one gets besides; what is not known is omitted. Steam's own rules on its items need not be repeated. */
  terms: Type.Optional(Terms),
  /**
   * Whether the marketplace is known to ban accounts or addresses that go on asking. A refusal that is not known must then be
   * `blocked`, never `retry`: what is lost by waiting is less than an account.
   */
  bansAccounts: Type.Optional(Type.Boolean()),
  credentials: Type.Optional(Type.Array(PlainCredential)),
  budgets: Type.Record(Type.String(), Budget),
  demands: Type.Optional(Type.Array(Demand)),
  /** By their names. */
  sources: Type.Record(Type.String(), SourceFacts),
});
export type Facts = Static<typeof Facts>;
