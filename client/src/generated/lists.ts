// Generated from src/schema by `npm run docs`

export const games = ['CS2', 'Dota2', 'Rust', 'TF2'] as const;

export const currencies = ['USD', 'EUR', 'CNY', 'RUB'] as const;

export type GameByAppId = {
  readonly 730: 'CS2';
  readonly 570: 'Dota2';
  readonly 252490: 'Rust';
  readonly 440: 'TF2';
};
