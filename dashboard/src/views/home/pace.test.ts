import { describe, expect, it } from 'vitest';
import { paceOf, type TapePosition, withReading } from './pace.ts';

const readingsOf = (...readings: readonly TapePosition[]) => readings.reduce<readonly TapePosition[]>(withReading, []);

describe('the pace of the tape', () => {
  it('is not known before two seconds have passed', () => {
    expect(paceOf([])).toBeNull();
    expect(paceOf(readingsOf({ sequence: 5, at: 1_000 }, { sequence: 500, at: 2_500 }))).toBeNull();
  });

  it('is what was published in the last fifteen seconds', () => {
    const readings = readingsOf(
      { sequence: 0, at: 0 },
      { sequence: 9_000, at: 10_000 },
      { sequence: 9_500, at: 20_000 },
    );
    expect(paceOf(readings)).toBe(50);
  });
});
