import { expect, it } from 'vitest';
import { messageWords, worded } from './words.ts';

const discord = { kind: 'discord', url: 'https://discord.example/hook' } as const;
const webhook = { kind: 'webhook', url: 'https://hook.example', secret: '' } as const;

it.each([
  ['AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
  ['[Free](https://elsewhere.example)', '\\[Free](https://elsewhere.example)'],
  [
    '<@123> **b** _i_ ~~s~~ `c` ||spoiler||',
    '\\<@123> \\*\\*b\\*\\* \\_i\\_ \\~\\~s\\~\\~ \\`c\\` \\|\\|spoiler\\|\\|',
  ],
  ['# Big', '\\# Big'],
  ['\\[a]', '\\\\\\[a]'],
])('the value %j is shown literally by Discord, and unchanged elsewhere', (item, escaped) => {
  const rule = { name: 'r', text: '**{item}**' };
  expect(worded({ ...rule, target: discord }, { item })).toBe(`**${escaped}**`);
  expect(worded({ ...rule, target: webhook }, { item })).toBe(`**${item}**`);
});

it('a link in the text of a rule for Discord works as written there', () => {
  const words = { item: 'Case', link: 'https://market.example/a_b c)[Free](https://elsewhere.example' };
  expect(worded({ name: 'r', text: '[{item}]({link})', target: discord }, words)).toBe(
    '[Case](https://market.example/a_b%20c%29[Free]%28https://elsewhere.example)',
  );
});

it.each(['{link}', '{phase} {link}', ' \n'])(
  'the text %j, of which nothing is left, gives way to the default one',
  (text) => {
    const words = { type: 'price', item: 'Case', marketplace: 'SkinPort', price: '2', phase: '', link: '' };
    expect(worded({ name: 'r', text, target: discord }, words)).toBe('Case on SkinPort: lowest price 2 USD');
    expect(worded({ name: 'r', text: '{link}', target: webhook }, { ...words, link: 'https://a.example' })).toBe(
      'https://a.example',
    );
  },
);

it('the default text names the variant of an item; a text of your own gives its place', () => {
  const message = { type: 'price', marketplace: 'SkinPort', phase: 'Ruby', data: { name: 'Doppler', priceUSD: 900 } };
  const words = messageWords(message);
  expect(worded({ name: 'r', text: null, target: discord }, words)).toBe(
    'Doppler (Ruby) on SkinPort: lowest price 900 USD',
  );
  expect(worded({ name: 'r', text: '{phase}: {item}', target: discord }, words)).toBe('Ruby: Doppler');
});
