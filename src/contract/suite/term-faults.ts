import type { Static, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import {
  Access,
  CancellationRule,
  Ceiling,
  Charge,
  type Game,
  Hold,
  Payout,
  type PublicMoney,
  type Statement,
  Terms,
} from '../../schema/index.ts';
import type { Connector } from '../connector.ts';
import { statedFaults } from './stated-faults.ts';
import { when } from './when.ts';

/** The faults of declared terms, in words. It cannot check whether they are true. */
export function termFaults({ terms, games }: Connector): string[] {
  if (terms === undefined) return [];
  if (typeof terms !== 'object' || terms === null || Array.isArray(terms)) return ['terms is not an object'];
  const known = Object.keys(Terms.properties);
  const unknown = Object.keys(terms).filter((name) => !known.includes(name));
  const faults = [
    ...unknown.map((name) => `terms.${name} is not known`),
    ...factFaults('payout', Payout, one(terms.payout)),
    ...factFaults('itemHolds', Hold, terms.itemHolds),
    ...factFaults('moneyHolds', Hold, terms.moneyHolds),
    ...factFaults('payIn', Charge, terms.payIn),
    ...factFaults('payOut', Charge, terms.payOut),
    ...factFaults('maxPrices', Ceiling, terms.maxPrices),
    ...factFaults('access', Access, one(terms.access)),
    ...factFaults('cancellations', CancellationRule, terms.cancellations),
  ];
  // What has another form cannot be compared
  return faults.length > 0 ? faults : [...comparedFaults(terms), ...gameFaults(terms, games)];
}

const one = <T>(fact: T | undefined): T[] | undefined => (fact === undefined ? undefined : [fact]);

function factFaults<S extends TSchema>(name: string, schema: S, facts: readonly Static<S>[] = []): string[] {
  if (!Array.isArray(facts)) return [`terms.${name} is not an array`];
  return facts.flatMap((fact) => {
    const found = Check(schema, fact)
      ? statedFaults(fact as Statement)
      : Errors(schema, fact).map(({ instancePath, message }) => `${instancePath} ${message}`);
    return found.map((fault) => `terms.${name}: ${fault}`);
  });
}

function comparedFaults({ payIn = [], payOut = [], maxPrices = [] }: Terms): string[] {
  return [
    ...twiceFaults(
      'payIn',
      payIn.map(({ method }) => method),
    ),
    ...twiceFaults(
      'payOut',
      payOut.map(({ method }) => method),
    ),
    ...twiceFaults(
      'maxPrices',
      maxPrices.map(({ price }) => price.currency),
    ),
    ...[...payIn, ...payOut].flatMap(({ minSum, maxSum }) =>
      when(isAbove(minSum, maxSum), 'the smallest sum of a payment is above the largest'),
    ),
  ];
}

const isAbove = (one: PublicMoney | undefined, other: PublicMoney | undefined): boolean =>
  one !== undefined && other !== undefined && one.currency === other.currency && one.amount > other.amount;

function gameFaults(
  { itemHolds = [], moneyHolds = [], cancellations = [] }: Terms,
  covered: readonly Game[],
): string[] {
  return Object.entries({ itemHolds, moneyHolds, cancellations }).flatMap(([name, facts]) => {
    const named = facts.flatMap(({ games }) => games ?? [undefined]);
    return [
      ...twiceFaults(name, named),
      ...named
        .filter((game) => game !== undefined && !covered.includes(game))
        .map((game) => `terms.${name} names ${game}, which the connector does not cover`),
    ];
  });
}

const twiceFaults = (name: string, keys: readonly (string | undefined)[]): string[] =>
  [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))].map(
    (key) => `terms.${name} has two entries for ${key ?? 'everything else'}`,
  );
