import type { Game } from '../../schema/index.ts';

/** One item per game that every played marketplace always has among its offers, buy orders and sales. */
export const liquidNames: Readonly<Record<Game, string>> = {
  CS2: 'AK-47 | Redline (Field-Tested)',
  Dota2: 'Exalted Demon Eater',
  Rust: 'Tempered AK47',
  TF2: 'Mann Co. Supply Crate Key',
};
