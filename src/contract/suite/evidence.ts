import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { Game, isObject } from '../../schema/index.ts';
import { fixtureKinds } from './fixtures.ts';

const strict = { additionalProperties: false } as const;

/** How the text of an answer is extracted from a file that is not the answer itself; `why` says what that changes. */
const Unwrap = Type.Object(
  {
    why: Type.String(),
    /** The answer, in which "$" stands for what is in the file, and "$.data.0" for what that has there. */
    as: Type.Optional(Type.Unknown()),
    /** A regular expression that is replaced with `by` wherever it matches. */
    replace: Type.Optional(Type.String()),
    by: Type.Optional(Type.String()),
    /** A function of `unwraps` in the `unwrap.ts` beside the list. */
    with: Type.Optional(Type.String()),
  },
  strict,
);

const Count = Type.Integer({ minimum: 0 });

const named = {
  file: Type.String(),
  /** As listed in the SOURCES.md of its folder. A synthetic answer exercises the code and proves nothing. */
  kind: Type.Enum([...fixtureKinds]),
  /** Why the figures are what they are. */
  note: Type.Optional(Type.String()),
};

/** A marketplace's answer, kept outside the repository, that a source has to be able to read. */
const ReadableEvidence = Type.Object(
  {
    ...named,
    source: Type.String(),
    game: Game,
    item: Type.Optional(Type.String()),
    marketplaceItemId: Type.Optional(Type.String()),
    /** For an answer with later dates than fixtures can have, which are received on 15 January 2026. */
    receivedAt: Type.Optional(Type.Integer()),
    unwrap: Type.Optional(Unwrap),
    /** The expected outcome where the answer is not read. */
    outcome: Type.Optional(Type.Enum(['limited', 'refused', 'blocked', 'gone', 'retry', 'changed'])),
    /** Rows do not say their game: names are looked up in the catalogues kept next to the answers. */
    goesByName: Type.Optional(Type.Literal(true)),
    rows: Count,
    rejects: Type.Optional(Count),
    /** How many of each kind. */
    records: Type.Record(Type.String(), Count),
    /** Fields of records, each of which has to match one of them. */
    facts: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  },
  strict,
);
export type ReadableEvidence = Static<typeof ReadableEvidence>;

/** A file that no source reads; `unread` says why. */
const UnreadEvidence = Type.Object({ ...named, unread: Type.String() }, strict);

export type EvidenceFile = ReadableEvidence | Static<typeof UnreadEvidence>;

/** The answers of a marketplace that are kept outside the repository. */
const Evidence = Type.Object(
  {
    /** Name of their folder, where it is not the slug. */
    folder: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    files: Type.Array(Type.Union([ReadableEvidence, UnreadEvidence])),
  },
  strict,
);
type Evidence = Static<typeof Evidence>;

/** Functions by name, from the text of a file to that of the answer. */
export type Unwraps = Readonly<Record<string, (text: string) => string>>;

/** An `evidence.json`; instants in it are ISO times. Throws if it does not have the expected form. */
export function evidenceIn(text: string): Evidence {
  const evidence: unknown = JSON.parse(text, (key, value) =>
    /(?:^a|A)t$/.test(key) && typeof value === 'string' ? Date.parse(value) : value,
  );
  if (Check(Evidence, evidence)) return evidence;
  const [first] = Errors(Evidence, evidence);
  throw new Error(`evidence.json: ${first?.instancePath} ${first?.message}`);
}

/** The text of the answer in a kept file. */
export function answerIn(text: string, unwrap: ReadableEvidence['unwrap'], unwraps: Unwraps): string {
  if (unwrap === undefined) return text;
  const { as, replace, by = '', with: name } = unwrap;
  if (as !== undefined) return JSON.stringify(filled(as, JSON.parse(text)));
  if (replace !== undefined) return text.replace(new RegExp(replace, 'g'), by);
  const own = unwraps[name ?? ''];
  if (own === undefined) throw new Error(`unwrap.ts has no "${name}"`);
  return own(text);
}

/** A template with the values of a payload at the paths it names. */
function filled(template: unknown, payload: unknown): unknown {
  if (typeof template === 'string' && /^\$(?:\.|$)/.test(template))
    return template
      .split('.')
      .slice(1)
      .reduce<unknown>(
        (value, key) => (isObject(value) || Array.isArray(value) ? value[key as never] : undefined),
        payload,
      );
  if (Array.isArray(template)) return template.map((member) => filled(member, payload));
  if (!isObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, payload)]));
}

export const isReadable = (file: EvidenceFile): file is ReadableEvidence => 'source' in file;

/** Whether the file is what a marketplace really sent, complete or reassembled from what others kept of it. */
export const isRecording = ({ kind }: EvidenceFile): boolean => kind === 'recorded' || kind === 'derived';

/** Whether the file proves that its source is `recorded`. */
export const isProof = (file: ReadableEvidence): boolean =>
  isRecording(file) && file.outcome === undefined && file.rows > (file.rejects ?? 0);
