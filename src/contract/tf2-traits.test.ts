import { describe, expect, it } from 'vitest';
import { tf2Traits } from './tf2-traits.ts';

describe('the traits of an item of TF2', () => {
  it('are those that a marketplace states', () => {
    expect(tf2Traits({ quality: 'Unusual', craftNumber: '42', crateSeries: 0 })).toEqual({
      tf2: { quality: 'Unusual', elevatedQuality: null, craftNumber: 42, crateSeries: null },
    });
  });

  it.each([{}, { quality: null }, { quality: '', craftNumber: 0, crateSeries: undefined }])(
    'are absent where nothing is stated: %j',
    (stated) => {
      expect(tf2Traits(stated)).toEqual({});
    },
  );
});
