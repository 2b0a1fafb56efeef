import { describe, expect, it } from 'vitest';
import { decode, refusalBy } from './c5.ts';

describe('an answer of the C5 backend', () => {
  it('keeps the last digits of long ids, and every other number as it is', () => {
    expect(
      decode(
        '{"id":1400000000000000897,"ids":[-1,1310000000000000769],"price":41.6,"wear":0.3602060675621032,"e":1e21}',
      ),
    ).toEqual({
      id: '1400000000000000897',
      ids: [-1, '1310000000000000769'],
      price: 41.6,
      wear: 0.3602060675621032,
      e: 1e21,
    });
  });

  it('leaves digits inside texts alone, escaped quotes and backslashes too', () => {
    const texts = { a: '1400000000000000897', 'b"1400000000000000897': 'say "1400000000000000897"', c: '\\', d: 12 };
    expect(decode(JSON.stringify(texts))).toEqual(texts);
  });

  it('is rejected when its text is cut off', () => {
    expect(() => decode('{"data":[1400000000000000')).toThrow();
    expect(() => decode('')).toThrow();
    expect(() => decode(`["${'\\"'.repeat(1_000_000)}`)).toThrow();
  });

  it('reports failures with status 200', () => {
    const refusal = refusalBy({ 101: 'refused', 499103: 'blocked' });
    const of = (body: string) => refusal(decode(body));
    expect(of('{"success":false,"errorCode":101}')).toBe('refused');
    expect(of('{"success":false,"errorCode":499103}')).toBe('blocked');
    expect(of('{"success":false,"errorCode":7,"errorMsg":"系统繁忙"}')).toBe('retry');
    expect(of('{"success":false,"errorCode":7}')).toBe('blocked');
    expect(of('{"success":false,"errorCode":"constructor"}')).toBe('blocked');
    expect(of('Too Many Requests')).toBe('limited');
    expect(of('<!DOCTYPE html><html></html>')).toBe('blocked');
    expect(of('{"success":true,"data":[]}')).toBeNull();
  });
});
