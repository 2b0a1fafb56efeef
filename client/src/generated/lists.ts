// Generated from src/schema by `npm run docs`

export const games = ['CS2', 'Dota2', 'Rust', 'TF2'] as const;

export const currencies = ['USD', 'EUR', 'CNY', 'RUB'] as const;
