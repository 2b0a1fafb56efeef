export const games = ['CS2', 'Dota2', 'Rust', 'TF2'] as const;
export type Game = (typeof games)[number];

export const gameOf = (text: string | null): Game | null => games.find((game) => game === text) ?? null;
