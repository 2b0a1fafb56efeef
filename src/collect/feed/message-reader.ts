import type { HasItem } from '../../contract/connector.ts';
import type { Game, MarketRecord } from '../../schema/index.ts';
import type { RowReader, RowTally } from '../decode/row-reader.ts';
import { rowsOf } from '../decode/rows-at.ts';
import { wellFormed } from '../decode/well-formed.ts';
import { errorText } from '../error-text.ts';
import type { AnyFeed } from './connect.ts';
import type { ReceivedMessage } from './message-buffer.ts';

export type MessageReader = {
  /** The records of some messages. What cannot be used is counted by game. */
  readonly read: (batch: readonly ReceivedMessage[]) => MarketRecord[];
  /** Counts a message that could not be decoded. */
  readonly onMalformed: (reason: string, text: string) => void;
};

/** Turns messages of a feed into records of all its games. What belongs to no game counts for the first one. */
export function createMessageReader(options: {
  readonly source: AnyFeed;
  readonly games: readonly Game[];
  readonly reader: RowReader;
  readonly tallyOf: (game: Game) => RowTally;
  readonly hasItem: HasItem;
}): MessageReader {
  const { source, games, reader, tallyOf, hasItem } = options;
  const { gameOf } = source;
  const [first = 'CS2'] = games;

  /** null for a game that is not covered. */
  function gameOfRow(row: unknown): Game | null {
    if (gameOf === undefined || !reader.fits(row)) return first;
    const game = gameOf(row, hasItem);
    return game !== null && games.includes(game) ? game : null;
  }

  /** Rows of one message by game, or the reason why it has none. */
  function rowsByGame(message: unknown): Map<Game, unknown[]> | string {
    const mismatch = reader.mismatch(message);
    if (mismatch !== null) return `around the rows: ${mismatch}`;
    const byGame = new Map<Game, unknown[]>();
    try {
      for (const row of rowsOf(message, source.rowsAt)) {
        const game = gameOfRow(row);
        if (game === null) continue;
        const rows = byGame.get(game) ?? [];
        byGame.set(game, rows);
        rows.push(row);
      }
    } catch (error) {
      return errorText(error);
    }
    return byGame;
  }

  return {
    read: (batch) => {
      const records: MarketRecord[] = [];
      for (const { message, at } of batch) {
        const rows = rowsByGame(message);
        if (typeof rows === 'string') {
          reader.refuse(tallyOf(first), rows, message);
          continue;
        }
        for (const [game, ofGame] of rows) {
          const about = { game, item: null, marketplaceItemId: null, at };
          for (const record of reader.read(ofGame, about, tallyOf(game))) records.push(wellFormed(record));
        }
      }
      return records;
    },
    onMalformed: (reason, text) => reader.refuse(tallyOf(first), reason, text),
  };
}
