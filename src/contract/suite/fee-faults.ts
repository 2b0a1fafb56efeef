import { Check, Errors } from 'typebox/value';
import { Fee } from '../../schema/index.ts';
import type { Connector } from '../connector.ts';
import { statedFaults } from './stated-faults.ts';
import { when } from './when.ts';

/** The faults of declared fees, in words. It cannot check whether the fees are true. */
export function feeFaults({ fees = [] }: Connector): string[] {
  if (!Array.isArray(fees)) return ['fees is not an array'];
  const keys = fees.map(({ side, method = '', from }) => `${side} ${method} ${from?.amount ?? 0}`);
  const ordinary = fees.filter(({ method }) => method === undefined);
  return [
    ...fees.flatMap((fee: Fee, at: number) => partFaults(fee).map((fault) => `fees[${at}]: ${fault}`)),
    ...when(new Set(keys).size !== keys.length, 'two fees have the same side, method and from'),
    ...ordinary
      .filter(({ side, from }) => from !== undefined && !ordinary.some((one) => one.side === side && !one.from))
      .map(({ side }) => `the ${side}'s fee for lower prices is missing`),
  ];
}

function partFaults(fee: Fee): string[] {
  if (!Check(Fee, fee)) return Errors(Fee, fee).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return statedFaults(fee);
}
