import { totalOf } from '../../service/backup/manifest.ts';
import { receiveBackup } from '../../service/backup/receive.ts';
import { bytesText, createReporter, rowsText, tapeText } from '../backup/progress.ts';
import { openSource } from '../backup/source.ts';
import { targetOf } from '../backup/target.ts';
import { defineCommand } from '../command.ts';
import { serviceFlags } from '../flags.ts';
import { refuseInCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { untilStopped } from '../watch/stop.ts';

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
    const stop = untilStopped();
    const begun = performance.now();
    let close = async (): Promise<void> => {};
    const open = async () => {
      const source = await openSource(input, {
        path: '/operator/backup',
        body: {},
        own: (copies) => copies.backup(),
        signal: stop.signal,
      });
      close = source.close;
      return source.frames;
    };
    try {
      const manifest = await receiveBackup(open, target, stop.signal, ({ name, bytes, isDone }) => {
        if (isDone) reporter.done(`${name}  ${bytesText(bytes)}`);
        else reporter.going(`${name}  ${bytesText(bytes)} so far`);
      });
      const { rows, bytes } = totalOf(manifest);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if (input.flags.json === true) {
        input.out(jsonText({ location: target.name, ...manifest, rows, bytes }));
      } else {
        const facts = `${rowsText(rows)}, ${bytesText(bytes)}, as of ${manifest.createdAt}, in ${seconds} s; ${tapeText(manifest)}`;
        input.out(`${target.name} holds the backup: ${facts}\n`);
      }
      return 0;
    } finally {
      await close();
      stop.forget();
    }
  },
});
