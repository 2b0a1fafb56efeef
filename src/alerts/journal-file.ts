import { copyFile, type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JournalStorage } from './journal.ts';

/** A journal in an append-only file, which only its owner can read, since targets contain secrets. */
export class JournalFile implements JournalStorage {
  readonly location = 'the file of alert rules';
  readonly #file: string;
  #handle: FileHandle | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  readonly read = async (): Promise<string> => {
    await mkdir(dirname(this.#file), { recursive: true });
    return await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  };

  readonly copyDamaged = async (): Promise<object> => {
    const copy = `${this.#file}.damaged`;
    await copyFile(this.#file, copy);
    return { file: this.#file, copy };
  };

  readonly append = async (text: string, isSynced: boolean): Promise<void> => {
    if (this.#handle === null) throw new Error('it is not open');
    await this.#handle.appendFile(text);
    if (isSynced) await this.#handle.datasync();
  };

  readonly replace = async (text: string): Promise<void> => {
    await this.close();
    const next = `${this.#file}.next`;
    const handle = await open(next, 'w', 0o600);
    try {
      await handle.appendFile(text);
      await handle.sync();
      await rename(next, this.#file);
    } catch (error) {
      await handle.close();
      throw error;
    }
    const folder = await open(dirname(this.#file), 'r');
    await folder.sync().finally(() => folder.close());
    this.#handle = handle;
  };

  readonly close = async (): Promise<void> => {
    await this.#handle?.close();
    this.#handle = null;
  };
}
