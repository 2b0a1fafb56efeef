import { resolve } from 'node:path';
import { totalOf } from '../../service/backup/manifest.ts';
import { restoreBackup } from '../../service/backup/restore.ts';
import { explainedFailure } from '../../store/folder.ts';
import { bytesText, createReporter, rowsText, tapeText } from '../backup/progress.ts';
import { targetOf } from '../backup/target.ts';
import { defineCommand } from '../command.ts';
import { json } from '../flags.ts';
import { refuseInCluster } from '../in-cluster.ts';
import { jsonText } from '../json.ts';
import { UsageError } from '../usage-error.ts';

export const command = defineCommand({
  about: 'Restores a backup into an empty data folder.',
  isPrivate: true,
  usage: '<folder> | s3://<bucket>/<prefix>',
  example: 'itemtape restore /var/backups/itemtape/2026-01-31 --data-folder ./data',
  flags: { json },
  run: async (input) => {
    const { config } = input.read;
    refuseInCluster(config, 'a restore');
    if (config['store.url'] !== '') {
      throw new UsageError(
        "a backup is restored into a data folder; for a ClickHouse server (store.url) use ClickHouse's RESTORE",
      );
    }
    const target = targetOf(input);
    const folder = resolve(config['data.folder']);
    const reporter = createReporter(input.err);
    const manifest = await restoreBackup({
      target,
      folder,
      report: ({ what, file: { name, bytes, table } }) =>
        reporter.done(
          what === 'checked' ? `${name}  ${bytesText(bytes)}, intact` : `${name}  ${rowsText(table?.rows ?? 0)} loaded`,
        ),
    }).catch((error: unknown) => {
      throw explainedFailure(folder, error);
    });
    const { rows, bytes } = totalOf(manifest);
    if (input.flags.json === true) {
      input.out(jsonText({ folder, place: target.name, ...manifest, rows, bytes }));
    } else {
      input.out(
        `${folder} holds the backup of ${manifest.createdAt}: ${rowsText(rows)}, ${tapeText(manifest)}; \`itemtape serve\` continues from there\n`,
      );
    }
    return 0;
  },
});
