import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';

export const manifestName = 'manifest.json';

const Count = Type.Integer({ minimum: 0 });

/** Without separators and leading dots, as a name is joined to the path of a folder. */
export const FileName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 128 });

const listedFile = {
  name: FileName,
  bytes: Count,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
};

const BackupFile = Type.Object({
  ...listedFile,
  /** The table in the file, as Parquet; missing for other files. */
  table: Type.Optional(
    Type.Object({
      name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$' }),
      columns: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$' })),
      rows: Count,
    }),
  ),
});
export type BackupFile = Static<typeof BackupFile>;

/** The manifest of a backup. It is written last: without it there is no backup. */
export const Manifest = Type.Object({
  /** Version of the backup format. */
  format: Type.Literal(1),
  /** Version of the database schema; missing where there is no database. */
  schemaVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The instant whose state the tables have, ISO 8601. */
  createdAt: Type.String({ pattern: '^[0-9T:.Z-]+$' }),
  /** The release that wrote it. */
  serviceVersion: Type.String({ pattern: '^[0-9A-Za-z.+-]+$' }),
  files: Type.Array(BackupFile),
  /** The part of the tape in it, in files whose names begin with `tape-`; missing when there is none. What stands is in `snapshot-…`. */
  tape: Type.Optional(Type.Object({ epoch: Type.String({ pattern: '^[0-9a-f]+$' }), first: Count, last: Count })),
});
export type Manifest = Static<typeof Manifest>;

/** The part of the manifest of a day that says which files there are. */
export const DayManifest = Type.Object({ files: Type.Array(Type.Object(listedFile)) });

/** Why a manifest cannot be right about the names of its files; null when nothing is wrong. */
export function nameTrouble({ files }: Static<typeof DayManifest>): string | null {
  const names = new Set<string>([manifestName]);
  for (const { name } of files) {
    if (names.has(name)) return `the manifest lists ${name}${name === manifestName ? '' : ' twice'}`;
    names.add(name);
  }
  return null;
}

const presentFormat = 1;

/** Files besides the tables, by their names in the data folder. */
export const besideTables = [
  'keys.json',
  'key-use.json',
  'sources.json',
  'alerts.log',
  'marketplaces.json',
  'own-terms.json',
] as const;

/** Folders of the data folder of which a backup has files, and how these are named in it. */
const copiedFolders = {
  tape: /^tape-(\d{16}\.(?:open|tape))$/,
  snapshot: /^snapshot-(manifest\.\d+|[\w-]+\.\w+\.part)$/,
} as const;
export type CopiedFolder = keyof typeof copiedFolders;

export const nameInBackup = (folder: CopiedFolder, name: string): string => `${folder}-${name}`;

/** The name that a file of a backup has in a folder; null for files that are not of it. */
export const nameInFolder = (folder: CopiedFolder, name: string): string | null =>
  copiedFolders[folder].exec(name)?.[1] ?? null;

/** Whether a file may be left over from an unfinished backup. */
export const isLeftOver = (name: string): boolean =>
  besideTables.some((one) => one === name) ||
  /^\w+\.parquet$/.test(name) ||
  Object.values(copiedFolders).some((pattern) => pattern.test(name));

/** Parses a manifest; errors name the place it came from. */
export function readManifest(text: string, target: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`${manifestName} in ${target} is not JSON (${String(error)}); use another backup`, {
      cause: error,
    });
  }
  const format = typeof content === 'object' && content !== null && 'format' in content ? content.format : undefined;
  if (typeof format === 'number' && format > presentFormat) {
    throw new Error(
      `the backup in ${target} has format ${format}, and this release reads formats up to ${presentFormat}; restore with a release at least as new as the one that wrote it`,
    );
  }
  if (!Check(Manifest, content) || nameTrouble(content) !== null) {
    throw new Error(`${manifestName} in ${target} is not the list of files of a backup; use another backup`);
  }
  return content;
}

export const totalOf = ({ files }: Manifest): { readonly rows: number; readonly bytes: number } => ({
  rows: files.reduce((sum, { table }) => sum + (table?.rows ?? 0), 0),
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});
