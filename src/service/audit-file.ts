import { appendFile, chown, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditLog, type AuditRecord, nobody } from '../api/operator/audit.ts';
import type { Log } from '../runtime/log.ts';

const defaultMaxBytes = 4 * 2 ** 20;

/** Files from the newest to the oldest; when the first is full, the last one is dropped. */
const names = ['audit.jsonl', 'audit.1.jsonl', 'audit.2.jsonl'] as const;

const parsed = (line: string): AuditRecord[] => {
  try {
    return line === '' ? [] : [JSON.parse(line) as AuditRecord];
  } catch {
    // A kill cut it
    return [];
  }
};

/** The audit log of a data folder: lines of JSON that only their owner can read. */
export class AuditFile implements AuditLog {
  readonly #files: readonly string[];
  readonly #folder: string;
  readonly #log: Pick<Log, 'warn'>;
  readonly #maxBytes: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string, log: Pick<Log, 'warn'>, maxBytes = defaultMaxBytes) {
    this.#folder = folder;
    this.#files = names.map((name) => join(folder, name));
    this.#log = log;
    this.#maxBytes = maxBytes;
  }

  readonly write: AuditLog['write'] = (record) => {
    this.#writing = this.#writing
      .then(() => this.#append(`${JSON.stringify(record)}\n`))
      .catch((error: unknown) => {
        this.#log.warn({ action: record.action, error: String(error) }, 'line of the audit log not written');
      });
    return this.#writing;
  };

  /** Writes what no request asked for: what the service does itself, or a user of this machine by a command. */
  writeLocal({
    at,
    action,
    ...rest
  }: Pick<AuditRecord, 'at' | 'action' | 'about'> & Partial<Pick<AuditRecord, 'user'>>): Promise<void> {
    return this.write({ at, action, ...nobody, ...rest });
  }

  readonly read: AuditLog['read'] = async (max) => {
    await this.#writing;
    const found: AuditRecord[] = [];
    for (const file of this.#files) {
      const text = await readFile(file, 'utf8').catch(() => '');
      found.push(...text.split('\n').flatMap(parsed).reverse());
      if (found.length >= max) break;
    }
    return found.slice(0, max);
  };

  async #append(line: string): Promise<void> {
    const [file = ''] = this.#files;
    const size = await stat(file).then(
      (found) => found.size,
      () => null,
    );
    const isFull = size !== null && size + Buffer.byteLength(line) > this.#maxBytes;
    if (isFull) await this.#rotate();
    await appendFile(file, line, { mode: 0o600 });
    if (size === null || isFull) await this.#keepOwner(file);
  }

  async #rotate(): Promise<void> {
    for (let at = this.#files.length - 1; at > 0; at -= 1)
      await rename(this.#files[at - 1] ?? '', this.#files[at] ?? '').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }

  /** If root creates it, as with `sudo itemtape keys`, the service may run as another user. */
  async #keepOwner(file: string): Promise<void> {
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = await stat(this.#folder);
    await chown(file, uid, gid).catch(() => undefined);
  }
}
