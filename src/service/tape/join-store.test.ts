import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openStore } from '../../store/open-store.ts';
import { openFileTape } from '../../tape/file-tape.ts';
import { joinStore } from './join-store.ts';

const now = () => 1_790_000_000_000;

it('begins a new epoch where the part of the tape that the database lacks is damaged', async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = { folder: join(folder.path, 'tape'), keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false };
  const open = () => openFileTape({ ...settings, segmentBytes: 300, now });
  const store = await openStore({ at: { folder: join(folder.path, 'data') }, now });
  const before = await open();
  const bytes = Buffer.from('{"a":1}\n'.repeat(9));
  for (let batch = 0; batch < 20; batch += 1) await before.append({ count: 9, at: now(), bytes });
  await before.settled();
  await before.close();
  const warned: unknown[] = [];
  const log = { warn: (data: unknown) => warned.push(data) } as never;
  await store.mark({ epoch: before.epoch, sequence: 100 });

  const sound = await open();
  expect(await joinStore(sound, store, log)).toBe(100);
  expect(sound.epoch).toBe(before.epoch);
  await sound.close();

  const packed = readdirSync(settings.folder).filter((name) => name.endsWith('.tape'));
  const file = join(settings.folder, packed.sort().at(-1) ?? '');
  const content = readFileSync(file);
  content.writeUInt8((content.readUInt8(content.length - 2) + 1) % 256, content.length - 2);
  writeFileSync(file, content);
  const damaged = await open();
  expect(await joinStore(damaged, store, log)).toBe(180);
  expect([damaged.epoch === before.epoch, damaged.first, damaged.head]).toEqual([false, 181, 180]);
  expect(warned).toMatchObject([{ newEpoch: 'what the database lacks cannot be read' }]);
  expect(await store.markOf(damaged.epoch)).toBe(180);
  await damaged.close();
  await store.close();
});
