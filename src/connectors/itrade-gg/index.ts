import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { rowsByName } from '../../contract/rows.ts';
import type { Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseStocked } from './parse.ts';
import { keyed, keyName } from './sign.ts';
import { Answer, Stocked } from './wire.ts';

const { bulk } = sourcesOf(facts);

const words: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Rust: 'rust' };

export const itradeGg: Connector = {
  slug: 'itrade-gg',
  games: ['CS2', 'Rust'],
  ...factsOf(facts),
  credentials: [
    {
      env: keyName,
      about: 'Ask iTrade.gg for access to its interface for partners.',
      carry: { in: 'signature', sign: keyed },
    },
  ],
  sources: [
    bulk({
      name: 'inventory',
      yields: ['quote'],
      request: ({ game }) => ({ url: `https://api.itrade.gg/inventory/bot/${words[game]}` }),
      refusal,
      envelope: Answer,
      rowsAt: (payload) => rowsByName((payload as Answer).data),
      row: Stocked,
      parse: parseStocked,
    }),
  ],
};

/** A failed call reports it in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === false
    ? 'retry'
    : null;
}
