import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { boundsOfDay, type ExportRequest, exportFormats, exportTables, NoDatabase } from '../../schema/index.ts';
import { invalid, requireReady, unavailable } from '../errors.ts';
import type { Handler, Router } from '../server/router.ts';
import type { Audit, AuditAction, AuditRecord } from './audit.ts';

/** Produces backups and exports as byte streams. */
export type CopySource = {
  /** Throws when no backup can be made now; the message is sent to the client. */
  readonly backup: () => AsyncIterable<Uint8Array>;
  readonly export: (request: ExportRequest) => AsyncIterable<Uint8Array>;
  /** The files of a day such as 2026-01-31. */
  readonly exportDay: (day: string) => AsyncIterable<Uint8Array>;
};

const ExportBody = Type.Object({
  table: Type.Union(exportTables.map((name) => Type.Literal(name))),
  format: Type.Union(exportFormats.map((name) => Type.Literal(name))),
  /** Epoch milliseconds. */
  since: Type.Union([Type.Integer(), Type.Null()]),
});

const Day = Type.Object({ day: Type.String() });

function whatIsRead(body: unknown): AuditRecord['about'] {
  if (Check(Day, body)) return { day: body.day };
  return Check(ExportBody, body) ? { table: body.table, format: body.format, since: body.since } : {};
}

/** Adds the routes for backups and exports of a running service. */
export function addBackupRoutes(
  router: Router,
  { copies, isReady, audit }: { readonly copies: CopySource; readonly isReady: () => boolean; readonly audit: Audit },
): void {
  const sent =
    (action: AuditAction, choose: (body: unknown) => AsyncIterable<Uint8Array>): Handler =>
    async (call) => {
      const { response, body } = call;
      requireReady(isReady());
      const frames = await audit(
        call,
        action,
        () => choose(body),
        () => whatIsRead(body),
      );
      response.writeHead(200, {
        'content-type': 'application/vnd.itemtape.copy',
        'cache-control': 'no-store',
        // Lets a command on the same machine check that it reached the right service
        'x-itemtape-process': String(process.pid),
      });
      // A client that disconnects ends the work on the copy
      await pipeline(Readable.from(frames, { objectMode: false }), response).catch(() => undefined);
      return null;
    };
  const begun = (begin: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
    try {
      return begin();
    } catch (error) {
      if (error instanceof NoDatabase) throw error;
      throw unavailable(error instanceof Error ? error.message : String(error));
    }
  };

  router.add(
    ['POST'],
    '/operator/backup',
    sent('copy.backup', () => begun(copies.backup)),
  );
  router.add(
    ['POST'],
    '/operator/export',
    sent('copy.export', (body) => {
      if (Check(Day, body)) {
        if (boundsOfDay(body.day) === null) throw invalid('day is a date such as 2026-01-31');
        return begun(() => copies.exportDay(body.day));
      }
      if (!Check(ExportBody, body)) {
        throw invalid(
          `give what to export as a JSON body such as {"table": "sales", "format": "csv", "since": null}, or {"day": "2026-01-31"}; tables: ${exportTables.join(', ')}; formats: ${exportFormats.join(', ')}`,
        );
      }
      return begun(() => copies.export(body));
    }),
  );
}
