import { join } from 'node:path';
import { replaceFile } from '../../api/key-file.ts';
import type { LiveTerms, TermSetting } from '../../api/operator/terms-routes.ts';
import { termSettings } from '../../api/operator/terms-routes.ts';
import type { Config } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import { type Fee, isObject, marketplaceNamed, StartRefused, type Terms } from '../../schema/index.ts';
import { knownFees } from '../connectors/known-fees.ts';
import { knownTerms } from '../connectors/known-terms.ts';
import { parsedText, storedText } from './stored-file.ts';

/** Values that the operator sets on the dashboard, by setting and slug, in the form of the settings file. */
type StoredTerms = Readonly<Partial<Record<TermSetting, Readonly<Record<string, string>>>>>;

type LiveOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  /** Whether this process is the whole service; in a cluster, all nodes must answer the same. */
  readonly isAlone: boolean;
};

/** What one pays and gets at each marketplace now: as declared, set by settings, or set on the dashboard. */
export class TermsInForce implements LiveTerms {
  /** Changed in place, so that whoever holds them sees what is in force. */
  readonly fees: Map<number, readonly Fee[]>;
  readonly terms: Map<number, Terms>;
  readonly #options: LiveOptions;
  #stored: StoredTerms;
  #follow: (marketplaceId: number) => Promise<void> = async () => {};
  #working: Promise<unknown> = Promise.resolve();

  /** Throws StartRefused when the file of the data folder cannot be used. */
  constructor(options: LiveOptions) {
    this.#options = options;
    this.#stored = readStored(options.config['data.folder']);
    const { fees, terms } = this.#known(this.#stored);
    this.fees = new Map(fees);
    this.terms = new Map(terms);
  }

  /** From now on `follow` is called after each change, with the marketplace. */
  follow(follow: (marketplaceId: number) => Promise<void>): void {
    this.#follow = follow;
  }

  readonly set: LiveTerms['set'] = (name, setting, value) => {
    const result = this.#working.then(() => this.#set(name, setting, value));
    this.#working = result.catch(() => undefined);
    return result;
  };

  async #set(name: string, setting: TermSetting, value: string | null): Promise<string> {
    const { config, connectors, isAlone } = this.#options;
    if (!isAlone) throw new Error('in a cluster, set it in the settings of every node, so that all answer the same');
    const found = marketplaceNamed(name);
    if (found === null || !connectors.some(({ slug }) => slug === found.slug))
      throw new Error(`"${name.slice(0, 80)}" is not a marketplace of this service; give one of GET /v2/marketplaces`);
    const { id, slug } = found;
    if (config[setting].some((entry) => nameIn(entry) === slug))
      throw new Error(`${setting} of ${found.name} is set in the settings, which take precedence; change it there`);
    const { [slug]: _, ...others } = this.#stored[setting] ?? {};
    const next = { ...this.#stored, [setting]: value === null ? others : { ...others, [slug]: value.trim() } };
    const known = this.#known(next);
    writeStored(config['data.folder'], next);
    this.#stored = next;
    this.fees.set(id, known.fees.get(id) ?? []);
    this.terms.set(id, known.terms.get(id) ?? {});
    await this.#follow(id);
    return found.name;
  }

  #known(stored: StoredTerms) {
    const { config, connectors } = this.#options;
    const merged: Config = {
      ...config,
      ...Object.fromEntries(termSettings.map((key) => [key, entriesIn(config[key], stored[key])])),
    };
    return { fees: knownFees(connectors, merged), terms: knownTerms(connectors, merged) };
  }
}

const nameIn = (entry: string): string | undefined => marketplaceNamed(entry.split('=')[0]?.trim() ?? '')?.slug;

/** The entries of a setting and, of marketplaces that it does not name, those of the dashboard. */
const entriesIn = (given: readonly string[], stored: Readonly<Record<string, string>> = {}): readonly string[] => [
  ...given,
  ...Object.entries(stored)
    .filter(([slug]) => !given.some((entry) => nameIn(entry) === slug))
    .map(([slug, value]) => `${slug}=${value}`),
];

const fileIn = (dataFolder: string): string => join(dataFolder, 'own-terms.json');

function readStored(dataFolder: string): StoredTerms {
  const file = fileIn(dataFolder);
  const text = storedText(file);
  if (text === null) return {};
  const content = parsedText(text);
  const isStored = (entry: unknown) =>
    isObject(entry) && Object.values(entry).every((value) => typeof value === 'string');
  if (!isObject(content) || !Object.entries(content).every(([key, entry]) => isSetting(key) && isStored(entry)))
    throw new StartRefused(
      `${file} must hold one object such as {"fees.seller": {"csfloat": "2"}}; correct it, or remove it`,
    );
  return content as StoredTerms;
}

const isSetting = (key: string): boolean => termSettings.some((one) => one === key);

const writeStored = (dataFolder: string, stored: StoredTerms): void =>
  replaceFile(fileIn(dataFolder), `${JSON.stringify(stored, null, 2)}\n`);
