import { describe, expect, it } from 'vitest';
import { parsePriced } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 } as const;
const row = { name: 'n', price: 29.82, count: 29 };
const linkOf = (url: string) => parsePriced({ ...row, url }, about).purchaseLink;

describe('a link to Skin.Land', () => {
  it('leads to the site and not to the host of the file', () => {
    expect(linkOf('https://app.skin.land/market/csgo/%E2%98%85-flip-knife-fade-factory-new/')).toBe(
      'https://skin.land/market/csgo/%E2%98%85-flip-knife-fade-factory-new/',
    );
  });

  it('is none where there is no page', () => {
    expect(linkOf('')).toBeNull();
    expect(parsePriced(row, about).purchaseLink).toBeNull();
  });
});
