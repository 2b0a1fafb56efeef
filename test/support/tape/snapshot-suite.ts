import { describe, expect, it } from 'vitest';
import {
  type LineBlock,
  type Manifest,
  SnapshotDamaged,
  type SnapshotFile,
  type SnapshotStorage,
  Snapshots,
} from '../../../src/tape/snapshot/snapshot.ts';

/** A storage of one form, with what happens to its files by accident. */
export type SnapshotRig = {
  readonly storage: SnapshotStorage;
  /** Replaces the bytes of a file; null removes it. */
  readonly spoil: (name: string, change: (bytes: Buffer) => Buffer | null) => Promise<void>;
  readonly spoilManifest: (number: number, change: (bytes: Buffer) => Buffer) => Promise<void>;
  readonly names: () => Promise<readonly string[]>;
};

async function* blocksOf(...texts: readonly string[]): AsyncGenerator<LineBlock> {
  for (const text of texts) yield { lines: Buffer.from(text), count: text.split('\n').length - 1 };
}

async function textOf(snapshots: Snapshots, file: SnapshotFile | undefined): Promise<string> {
  if (file === undefined) return 'none';
  await snapshots.check(file);
  const pieces: Buffer[] = [];
  for await (const lines of snapshots.read(file)) pieces.push(lines);
  return Buffer.concat(pieces).toString();
}

const many = Array.from({ length: 40 }, (_, at) => `["${at}","${'x'.repeat(20_000)}${at}"]\n`);

/** Bytes that are wrong in one place, and other accidents. */
const accidents: readonly (readonly [string, (bytes: Buffer) => Buffer | null])[] = [
  ['is missing', () => null],
  ['is empty', () => Buffer.alloc(0)],
  ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 1)],
  ['is cut off between two frames', (bytes) => bytes.subarray(0, 40 + bytes.readUInt32LE(0))],
  ['has more', (bytes) => Buffer.concat([bytes, bytes.subarray(0, 40 + bytes.readUInt32LE(0))])],
  ...[3, 9, 13, 38, 50, 200].map(
    (index) =>
      [
        `has another byte ${index}`,
        (bytes: Buffer) => {
          const changed = Buffer.from(bytes);
          changed[index] = (changed[index] as number) ^ 4;
          return changed;
        },
      ] as const,
  ),
];

/** What every form of a storage of snapshots does. */
export function describeSnapshots(form: string, open: () => Promise<SnapshotRig>): void {
  const log = () => {
    const warnings: string[] = [];
    return { warnings, warn: (_: object, text: string) => void warnings.push(text) };
  };
  const manifestOf = (sequence: number, ...files: readonly SnapshotFile[]): Manifest => ({
    epoch: 'one',
    sequence,
    files,
  });

  describe(form, () => {
    it('gives back what was written, whoever opens it', async () => {
      const { storage } = await open();
      const snapshots = await Snapshots.open(storage, log());
      expect([snapshots.newest, snapshots.neededAfter, snapshots.filesOf('2-CS2')]).toEqual([null, null, []]);
      const files = [
        await snapshots.write('2-CS2', 7, blocksOf(...many)),
        await snapshots.write('5-CS2', 9, blocksOf('["q",1]\n["q",2]\n')),
        await snapshots.write('CS2', 9, blocksOf()),
      ];
      await snapshots.seal(manifestOf(8, ...files));

      const again = await Snapshots.open(storage, log());

      expect(again.newest).toEqual(manifestOf(8, ...files));
      expect(again.neededAfter).toBe(7);
      expect(await textOf(again, again.filesOf('2-CS2')[0])).toBe(many.join(''));
      expect(await textOf(again, again.filesOf('5-CS2')[0])).toBe('["q",1]\n["q",2]\n');
      expect(await textOf(again, again.filesOf('CS2')[0])).toBe('');
    });

    it('keeps two snapshots, and the files that either names', async () => {
      const { storage, names } = await open();
      const snapshots = await Snapshots.open(storage, log());
      const stored = await snapshots.write('kept', 1, blocksOf('1\n'));
      for (const sequence of [2, 3, 4, 5]) {
        const file = await snapshots.write('written', sequence, blocksOf(`${sequence}\n`));
        await snapshots.write('unsealed', sequence, blocksOf('lost\n'));
        await snapshots.seal(manifestOf(sequence, stored, file));
      }

      const again = await Snapshots.open(storage, log());

      expect(again.filesOf('written').map(({ sequence }) => sequence)).toEqual([5, 4]);
      expect(again.filesOf('kept')).toEqual([stored]);
      expect(again.filesOf('unsealed')).toEqual([]);
      expect([...(await names())].sort()).toEqual([stored, ...again.filesOf('written')].map(({ name }) => name).sort());
      expect(again.neededAfter).toBe(1);
    });

    it.each(accidents)('says that a file %s, and still has the one before', async (_, change) => {
      const { storage, spoil } = await open();
      const snapshots = await Snapshots.open(storage, log());
      const previous = await snapshots.write('2-CS2', 3, blocksOf('former\n'));
      await snapshots.seal(manifestOf(3, previous));
      const file = await snapshots.write('2-CS2', 7, blocksOf(...many));
      await snapshots.seal(manifestOf(7, file));

      await spoil(file.name, change);

      const again = await Snapshots.open(storage, log());
      await expect(again.check(file)).rejects.toThrow(SnapshotDamaged);
      await again.check(previous);
      expect(await textOf(again, again.filesOf('2-CS2')[1])).toBe('former\n');
    });

    it('keeps for a while what others may be reading', async () => {
      const { storage, names } = await open();
      const seal = async (snapshots: Snapshots, sequence: number): Promise<SnapshotFile> => {
        const file = await snapshots.write('written', sequence, blocksOf(`${sequence}\n`));
        await snapshots.seal(manifestOf(sequence, file));
        return file;
      };
      const patient = await Snapshots.open(storage, log(), 60_000);
      const first = await seal(patient, 1);
      for (const sequence of [2, 3, 4]) await seal(patient, sequence);
      expect(await textOf(patient, first)).toBe('1\n');
      await seal(await Snapshots.open(storage, log()), 5);
      expect(await names()).toHaveLength(2);
    });

    it('goes back to the manifest before a damaged one, and writes another after both', async () => {
      const { storage, spoilManifest } = await open();
      const snapshots = await Snapshots.open(storage, log());
      const files = [];
      for (const sequence of [1, 2]) {
        const file = await snapshots.write('2-CS2', sequence, blocksOf(`${sequence}\n`));
        await snapshots.seal(manifestOf(sequence, file));
        files.push(file);
      }
      await spoilManifest(2, (bytes) => bytes.subarray(0, bytes.length - 9));

      const told = log();
      const again = await Snapshots.open(storage, told);

      expect(told.warnings).toEqual(['manifest of a snapshot damaged; snapshot unusable']);
      expect(again.newest).toEqual(manifestOf(1, files[0] as SnapshotFile));
      await again.seal(manifestOf(3, await again.write('2-CS2', 3, blocksOf('3\n'))));
      const last = await Snapshots.open(storage, log());
      expect(await textOf(last, last.filesOf('2-CS2')[0])).toBe('3\n');
    });

    it('does not let a slower writer replace a later snapshot', async () => {
      const { storage } = await open();
      const slow = await Snapshots.open(storage, log());
      const file = await slow.write('2-CS2', 1, blocksOf('slow\n'));
      const other = await Snapshots.open(storage, log());
      await other.seal(manifestOf(2, await other.write('2-CS2', 2, blocksOf('other\n'))));

      await expect(slow.seal(manifestOf(1, file))).rejects.toThrow();

      const again = await Snapshots.open(storage, log());
      expect(again.newest?.sequence).toBe(2);
    });
  });
}
