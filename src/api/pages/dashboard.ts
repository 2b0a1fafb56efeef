import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../cache/coding.ts';

/** A file of the dashboard. */
export type DashboardFile = {
  readonly type: string;
  readonly etag: string;
  /** True for assets, whose names contain a hash of their content, so that clients can cache them for ever. */
  readonly isLasting: boolean;
  /** Compressed on first request, off the event loop: compressing all files would delay every start. */
  readonly body: (coding: Coding) => Promise<Buffer>;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Pages load only files of this service and run no inline scripts. */
export const dashboardHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const packers: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  identity: async (body) => body,
  gzip: (body) => promisify(gzip)(body),
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

const bodyOf = (identity: Buffer): DashboardFile['body'] => {
  const packed = new Map<Coding, Promise<Buffer>>();
  return (coding) => {
    const known = packed.get(coding) ?? packers[coding](identity);
    packed.set(coding, known);
    return known;
  };
};

/** A file of the given path within the dashboard. */
export const fileFrom = (path: string, identity: Buffer): DashboardFile => ({
  type: types[extname(path)] ?? 'application/octet-stream',
  etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  isLasting: path.startsWith('assets/'),
  body: bodyOf(identity),
});

/** Files of the built dashboard by URL path; empty when it has not been built. */
export function readDashboard(folder: string): ReadonlyMap<string, DashboardFile> {
  return new Map(
    filesIn(folder).map((path) => {
      const file = fileFrom(path, readFileSync(join(folder, path)));
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
