import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { Bytes } from './frames.ts';
import { isLeftOver, manifestName } from './manifest.ts';
import type { BackupTarget, PendingBackup } from './target.ts';

export type S3Account = {
  /** Such as https://s3.eu-central-1.amazonaws.com; the bucket is put behind it as the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

// S3 takes parts from 5 MiB on, and 10,000 of them at most
const smallestPart = 8 * 2 ** 20;
const mostParts = 10_000;
const waitsMs = [300, 1_000];
const requestMs = 120_000;

/** A backup under a prefix of a bucket; its manifest is put last and makes it one. */
export function openS3Target(bucket: string, prefix: string, account: S3Account): BackupTarget {
  const { endpoint, region, accessKeyId, secretAccessKey } = account;
  const s3 = new S3mini({
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: requestMs,
  });
  const name = `s3://${bucket}/${prefix}`;
  const keyOf = (file: string) => `${prefix}/${file}`;
  const explained = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw failure(error, name, endpoint);
    }
  };

  return {
    name,
    async begin() {
      const found = (await explained(s3.listObjects('/', `${prefix}/`))) ?? noBucket(bucket, endpoint);
      const files = found.map(({ Key }) => Key.slice(prefix.length + 1));
      if (files.includes(manifestName)) {
        throw new Error(`${name} holds a backup already; name a prefix of its own, such as one with the date in it`);
      }
      const others = files.filter((file) => !isLeftOver(file));
      if (others.length > 0) {
        throw new Error(`${name} holds something else (${others.slice(0, 3).join(', ')}); name a prefix of its own`);
      }
      return pendingBackup(s3, keyOf, explained);
    },
    async manifest() {
      const text = await explained(s3.getObject(keyOf(manifestName)));
      if (text === null) throw new Error(`there is no ${manifestName} under ${name}, so it is no backup`);
      return text;
    },
    async fetch(file, folder) {
      const response = await explained(s3.getObjectResponse(keyOf(file)));
      if (!response?.body) throw new Error(`${file} is missing under ${name}; use another backup`);
      const path = join(folder, file);
      await explained(pipeline(Readable.fromWeb(response.body), createWriteStream(path, { mode: 0o600, flags: 'w' })));
      return path;
    },
  };
}

const noBucket = (bucket: string, endpoint: string): never => {
  throw new Error(`there is no bucket ${bucket} at ${endpoint}; create it, or correct backup.endpoint`);
};

const failure = (error: unknown, name: string, endpoint: string): Error => {
  const text = error instanceof Error ? error.message : String(error);
  const why = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const hint =
    'see that backup.endpoint, backup.region and the two keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are right';
  return new Error(`${endpoint} did not take a request for ${name}: ${text}${why}; ${hint}`, { cause: error });
};

type Explained = <Result>(work: Promise<Result>) => Promise<Result>;

function pendingBackup(s3: S3mini, keyOf: (file: string) => string, explained: Explained): PendingBackup {
  const written: string[] = [];
  return {
    async put(name, bytes, content) {
      written.push(keyOf(name));
      if (bytes > smallestPart) return await putParts(s3, keyOf(name), bytes, content, explained);
      for await (const piece of inParts(content, smallestPart)) {
        await explained(again(() => s3.putObject(keyOf(name), piece)));
      }
    },
    finish: async (manifest) => void (await explained(again(() => s3.putObject(keyOf(manifestName), manifest)))),
    async drop() {
      for (const key of written) await s3.deleteObject(key).catch(() => false);
    },
  };
}

async function putParts(s3: S3mini, key: string, bytes: number, content: Bytes, explained: Explained): Promise<void> {
  const size = Math.max(smallestPart, Math.ceil(bytes / mostParts));
  const uploadId = await explained(s3.getMultipartUploadId(key));
  try {
    const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = [];
    for await (const piece of inParts(content, size)) {
      const number = parts.length + 1;
      parts.push(await explained(again(() => s3.uploadPart(key, uploadId, piece, number))));
    }
    await explained(s3.completeMultipartUpload(key, uploadId, parts));
  } catch (error) {
    await s3.abortMultipartUpload(key, uploadId).catch(() => ({}));
    throw error;
  }
}

/** Pieces of one size, the last one smaller; an empty content is one empty piece. */
async function* inParts(content: Bytes, size: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let isEmpty = true;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    while (length >= size) {
      const all = Buffer.concat(pieces, length);
      isEmpty = false;
      yield all.subarray(0, size);
      pieces = [all.subarray(size)];
      length -= size;
    }
  }
  if (length > 0 || isEmpty) yield Buffer.concat(pieces, length);
}

async function again<Result>(task: () => Promise<Result>): Promise<Result> {
  for (const ms of waitsMs) {
    try {
      return await task();
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
      if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw error;
      await pause(ms);
    }
  }
  return await task();
}
