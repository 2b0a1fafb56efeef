import type { Statement } from '../../schema/index.ts';
import { when } from './when.ts';

/** Whether it is a year, a month or a day, such as 2026-01-31. */
export const isDate = (text: unknown): boolean =>
  typeof text === 'string' && /^20\d\d(?:-[01]\d(?:-[0-3]\d)?)?$/.test(text);

/** The faults of the date and the evidence of a declared fact whose form is right. */
export function statedFaults({ asOf, evidence }: Statement): string[] {
  const [, month = '01', day = '01'] = asOf?.split('-') ?? [];
  return [
    ...when(Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31, `"${asOf}" is not a date`),
    ...when(asOf === null, 'it has no date'),
    ...when(evidence === 'set', 'evidence "set" is for what an operator sets'),
  ];
}
