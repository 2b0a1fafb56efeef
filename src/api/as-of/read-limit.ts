import { unavailable } from '../errors.ts';

/** So many reads take the embedded database a few seconds. */
const maxAtOnce = 500;

/**
 * Limits how many reads of the store requests can wait for. The store has a queue, and reads that take longer than clients
 * wait would only keep it from ever getting shorter.
 */
export function createReadLimit() {
  let waiting = 0;
  return <Asked extends unknown[], Answer>(read: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      if (waiting >= maxAtOnce)
        throw unavailable(`${maxAtOnce} requests are already waiting for the store; try again in a few seconds`);
      waiting += 1;
      try {
        return await read(...asked);
      } finally {
        waiting -= 1;
      }
    };
}
