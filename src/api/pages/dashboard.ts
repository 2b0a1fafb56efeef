import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A file of the dashboard, ready to send in each coding. */
export type DashboardFile = {
  readonly type: string;
  readonly etag: string;
  /** The build names assets after their content, so that they may be kept for good. */
  readonly isLasting: boolean;
  readonly bodies: { readonly identity: Buffer; readonly gzip: Buffer; readonly br: Buffer };
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** Only what this service itself serves is loaded, and nothing inline runs. */
export const dashboardHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** The built dashboard by address path; empty when it has not been built. */
export function readDashboard(folder: string): ReadonlyMap<string, DashboardFile> {
  return new Map(
    filesIn(folder).map((path) => {
      const identity = readFileSync(join(folder, path));
      const file: DashboardFile = {
        type: types[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
        isLasting: path.startsWith('assets/'),
        bodies: {
          identity,
          gzip: gzipSync(identity),
          br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        },
      };
      return [path === 'index.html' ? '/' : `/${path}`, file];
    }),
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The coding that a client takes and that says most in least bytes. */
export const codingFor = (accepted: string | undefined): keyof DashboardFile['bodies'] => {
  const taken = (accepted ?? '').split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  const takes = (coding: string) => taken.some((part) => part.split(';')[0]?.trim().toLowerCase() === coding);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
};
