import { join } from 'node:path';
import { JournalFile } from '../../alerts/journal-file.ts';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { openTape } from '../snapshots/open-tape.ts';
import { restoreBook } from '../snapshots/restore-book.ts';
import { openCollecting } from '../sources/collecting.ts';
import { openStoring } from '../tape/open-storing.ts';
import { createFirstKey, keysOf } from './keys.ts';
import type { Node } from './node.ts';

type SoloOptions = { readonly config: Config; readonly now: Clock['now']; readonly log: Log };

/** A process that is the whole service, with everything in its data folder. */
export function soloNode({ config, now, log }: SoloOptions): Node {
  const folder = config['data.folder'];
  return {
    isAlone: true,
    cluster: null,
    openKeys: (operatorToken) => keysOf(folder, now, { log, operatorToken }),
    openTape: () => openTape({ config, now, log }),
    openStoring,
    openSources: openCollecting,
    openJournal: async () => new JournalFile(join(folder, 'alerts.log')),
    rules: null,
    api: {},
    connections: {},
    isTapeReadable: true,
    restore: (parts) => restoreBook({ ...parts, now, log }),
    begin: () => {},
    createFirstKey,
    writerStats: (own) => own,
    stopping: () => {},
    handOver: async () => {},
    leave: async () => {},
  };
}
