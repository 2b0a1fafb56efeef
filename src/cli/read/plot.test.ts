import { describe, expect, it } from 'vitest';
import { plotLines } from './plot.ts';

const labelsOf = (...values: readonly number[]): string[] =>
  plotLines(
    values.map((value, at) => ({ at, value })),
    { columns: 40, rows: 5, valueText: (value) => value.toFixed(2), timeText: String },
  )
    .slice(0, -1)
    .map((line) => line.split('┤')[0]?.trim() ?? '');

describe('a plot', () => {
  it('is labelled with its highest, middle and lowest value', () => {
    expect(labelsOf(1, 3)).toEqual(['3.00', '', '2.00', '', '1.00']);
  });

  it.each([[[27.81, 27.81]], [[27.811, 27.812]], [[27.81]]])('of %j, which did not move, has one label', (values) => {
    expect(labelsOf(...values).filter((label) => label !== '')).toEqual(['27.81']);
  });
});
