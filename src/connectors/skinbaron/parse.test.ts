import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { skinbaron } from './index.ts';
import { parseFound, parseShown } from './parse.ts';
import { parseSold } from './sales.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at };
const hour = 3_600_000;

const shown = {
  salesId: 'a',
  itemName: '★ Flip Knife | Doppler',
  exteriorName: 'Factory New',
  itemPrice: 9,
  appId: 730,
} as const;

const source = (name: string) => {
  const found = skinbaron.sources.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};

const requestFor = (name: string, item: string) => {
  const lookup = source(name);
  return lookup.kind === 'lookup' ? lookup.request({ game: 'CS2', item, marketplaceItemId: null }) : null;
};

describe('an item shown by SkinBaron', () => {
  it('has a wear in percent, without the noise of a multiplication', () => {
    expect(parseShown({ ...shown, wear: 7.374231000000001 }, about)?.float).toBe(0.07374231);
    expect(parseShown({ ...shown, wear: 0.5 }, about)?.float).toBe(0.005);
    expect(parseFound({ id: 'a', price: 9, market_name: 'n', wear: 0.5, appid: 730 }, about)?.float).toBe(0.5);
  });

  it('without a price is none that can be bought', () => {
    expect(parseShown({ salesId: 'a', itemName: 'Sticker | Crown (Foil)', appId: 730 }, about)).toBeNull();
  });

  it('is locked for hours from the answer, to the hour', () => {
    const lockedFor = (tradeLockHoursLeft: number, received = at) =>
      parseShown({ ...shown, tradeLockHoursLeft }, { ...about, at: received })?.tradableAt;

    expect(parseShown(shown, about)?.tradableAt).toBe(0);
    expect(lockedFor(15)).toBe(at + 15 * hour);
    for (const later of [90_000, 40 * 60_000]) expect(lockedFor(15, at + later)).toBe(at + 15 * hour);
  });

  it('is a Sapphire in both spellings', () => {
    expect(parseShown({ ...shown, dopplerClassName: 'doppler-saphhire' }, about)?.phase).toBe('doppler-sapphire');
  });
});

describe('a sale on SkinBaron', () => {
  const sold = { key: 'k', price: 9, dateSold: '2026-01-12' };
  const soldAs = (itemName: string, item: string) => parseSold({ ...sold, itemName }, { ...about, item });

  it('has the requested name, unlike some results of the fuzzy search', () => {
    expect(soldAs('AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)')).not.toBeNull();
    expect(soldAs('StatTrak™ AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)')).toBeNull();
    expect(soldAs('AK-47 | Redline (Field-Tested)', 'StatTrak™ AK-47 | Redline (Field-Tested)')).toMatchObject({
      name: 'StatTrak™ AK-47 | Redline (Field-Tested)',
    });
  });
});

describe('a request to SkinBaron', () => {
  it('names a finish, with wear, StatTrak and souvenir separately', () => {
    expect(requestFor('offers', '★ StatTrak™ Flip Knife | Doppler (Minimal Wear)')).toMatchObject({
      body: { search_item: '★ Flip Knife | Doppler', min_wear: 0.07, max_wear: 0.15, stattrak: true, souvenir: false },
    });
    expect(requestFor('offers', 'Souvenir MAG-7 | Storm (Well-Worn)')?.body).toMatchObject({
      search_item: 'MAG-7 | Storm',
      souvenir: true,
    });
    expect(requestFor('offers', 'Souvenir Charm | Crown')?.body).not.toHaveProperty('souvenir');
    expect(requestFor('sales', '★ StatTrak™ Flip Knife | Doppler (Minimal Wear)')?.body).toMatchObject({
      itemName: '★ StatTrak™ Flip Knife | Doppler (Minimal Wear)',
      statTrak: true,
    });
  });

  it('has the key in its body', () => {
    expect(skinbaron.credentials[0]?.carry).toEqual({ in: 'body', name: 'apikey' });
  });
});
