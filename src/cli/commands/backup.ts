import { totalOf } from '../../service/backup/manifest.ts';
import { receiveBackup } from '../../service/backup/receive.ts';
import type { BackupSource } from '../../service/backup/source.ts';
import { bytesText, createReporter, rowsText, tapeText } from '../backup/progress.ts';
import { openSource } from '../backup/source.ts';
import { targetOf } from '../backup/target.ts';
import { defineCommand } from '../command.ts';
import { serviceFlags } from '../flags.ts';
import { refuseInCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { stoppable } from '../watch/stop.ts';

export const command = defineCommand({
  about: 'Backs up all stored data as of one instant, while a running service continues.',
  isPrivate: true,
  usage: '<folder> | s3://<bucket>/<prefix>',
  example: 'itemtape backup /var/backups/itemtape/2026-01-31',
  flags: serviceFlags,
  run: async (input) => {
    refuseInCluster(input.read.config, 'a backup');
    const target = targetOf(input);
    const reporter = createReporter(input.err);
    const begun = performance.now();
    const manifest = await stoppable(async ({ signal }) => {
      let close = async (): Promise<void> => {};
      const open = async () => {
        const own = (copies: BackupSource) => copies.backup();
        const source = await openSource(input, { path: '/operator/backup', body: {}, own, signal });
        close = source.close;
        return source.frames;
      };
      const received = receiveBackup(open, target, signal, ({ name, bytes, isDone }) => {
        if (isDone) reporter.done(`${name}  ${bytesText(bytes)}`);
        else reporter.going(`${name}  ${bytesText(bytes)} so far`);
      });
      return await received.finally(() => close());
    });
    const { rows, bytes } = totalOf(manifest);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (input.flags.json === true) {
      input.out(jsonText({ place: target.name, ...manifest, rows, bytes }));
    } else {
      const facts = `${rowsText(rows)}, ${bytesText(bytes)}, as of ${manifest.createdAt}, in ${seconds} s; ${tapeText(manifest)}`;
      input.out(`${target.name} holds the backup: ${facts}\n`);
    }
    return 0;
  },
});
