import { type Game, games } from '@itemtape/client';

export { type Game, games };

export const gameOf = (text: string | null): Game | null => games.find((game) => game === text) ?? null;
