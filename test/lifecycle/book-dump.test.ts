import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { games } from '../../src/schema/index.ts';
import { fewItems } from '../support/processes/kept-state.ts';
import { useServedFolder } from '../support/processes/served-folder.ts';
import type { ServedProcess } from '../support/processes/served-process.ts';
import { until } from '../support/time/until.ts';

const slugs = ['dmarket', 'skinport', 'buff163', 'csfloat', 'waxpeer', 'market-csgo', 'backpack-tf'];

const addresses = games.flatMap((game) => [
  `/v2/items/search?game=${game}&query=a&limit=200`,
  `/tape/offers?game=${game}&limit=100`,
  ...fewItems[game].flatMap(({ name }) => {
    const query = `game=${game}&name=${encodeURIComponent(name)}`;
    return [
      `/v2/items/compare?${query}&fields=full`,
      `/v2/buy-orders?${query}`,
      ...slugs.map((slug) => `/v2/items?marketplace=${slug}&${query}`),
    ];
  }),
]);

/** The database is not told when something was last confirmed without a change. */
const unconfirmed = (answer: string): string => answer.replace(/"seenAt":\d+/g, '"seenAt":0');

const nowhere = 'http://127.0.0.1:9';

describe('the dump of the book', () => {
  const { folder, key, start } = useServedFolder(21);
  const dump = join(folder, 'book.dump');

  const answersOf = async (origin: string): Promise<string[]> =>
    await Promise.all(
      addresses.map(async (path) => {
        const reply = await fetch(`${origin}${path}`, { headers: { 'x-api-key': key() } });
        return `${path} ${reply.status} ${await reply.text()}`;
      }),
    );

  /** Starts where no new data comes in; returns where the book came from, and the answers. */
  async function restarted(): Promise<{ readonly service: ServedProcess; from: string; answers: string[] }> {
    const service = start({ COLLECT_RELAY: nowhere });
    const { from } = JSON.parse(await service.line((line) => line.includes('"book restored"')));
    const answers = await answersOf(await service.origin);
    expect(existsSync(dump)).toBe(false);
    return { service, from, answers };
  }

  /** Stops a service that gets nothing new, once little is left to write, which a busy machine can be too slow for. */
  const stopped = async (service: ServedProcess): Promise<void> => {
    await until('nearly all rows to be written', async () => {
      const text = await (await fetch(`${await service.origin}/metrics`)).text();
      return Number(/^itemtape_store_rows_waiting (\d+)$/m.exec(text)?.[1]) < 1_000;
    });
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(service.out()).toContain('"dump of the book written"');
    expect(existsSync(dump)).toBe(true);
  };

  it('is left only by an orderly stop, answers like the database, and is never used twice', async () => {
    const first = start();
    const origin = await first.origin;
    await until('offers of every game', async () => {
      const answers = await answersOf(origin);
      return answers.filter((answer) => answer.includes(' 200 ')).length > addresses.length / 2;
    });
    await first.stop('SIGTERM');
    rmSync(dump, { force: true });
    await stopped((await restarted()).service);

    const second = await restarted();
    expect(second.from).toBe('a dump');
    await stopped(second.service);

    const third = await restarted();
    expect([third.from, third.answers]).toEqual(['a dump', second.answers]);
    await third.service.stop('SIGKILL');

    const fourth = await restarted();
    expect([fourth.from, fourth.answers.map(unconfirmed)]).toEqual(['the database', second.answers.map(unconfirmed)]);
    await stopped(fourth.service);

    const damaged = readFileSync(dump);
    damaged.writeUInt8(damaged.readUInt8(damaged.length >> 1) ^ 1, damaged.length >> 1);
    writeFileSync(dump, damaged);
    const fifth = await restarted();
    expect([fifth.from, fifth.answers]).toEqual(['the database', fourth.answers]);
    expect(fifth.service.out()).toContain('it is damaged: a checksum does not match');
    await stopped(fifth.service);

    const kept = readFileSync(dump);
    const again = start();
    const going = await again.origin;
    await until('a change of the answers', async () => (await answersOf(going)).join() !== fifth.answers.join());
    await again.stop('SIGTERM');
    writeFileSync(dump, kept);
    const sixth = await restarted();
    expect(sixth.from).toBe('the database');
    expect(sixth.service.out()).toMatch(/it is of sequence \d+, and the tape goes up to \d+/);
    await sixth.service.stop('SIGKILL');
  });

  it('is left although files could not be published', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    const service = start({ COLLECT_RELAY: nowhere, PUBLISH_FOLDER: file, PUBLISH_DAYS: '1' });
    await service.line((line) => line.includes('could not be published') && line.includes('ENOTDIR'));

    await stopped(service);
  });
});
