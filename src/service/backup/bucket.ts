import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { Bytes } from './frames.ts';

export type S3Account = {
  /** Such as https://s3.eu-central-1.amazonaws.com; the bucket becomes the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** An address that cannot be used, or a missing credential. */
export class AccountError extends Error {}

type Values = (name: string) => string | null;

/** The store that the standard environment variables describe; throws an AccountError that says what to correct. */
export function storeIn(named: Values): Pick<S3Account, 'endpoint' | 'region'> {
  const region = named('AWS_REGION') ?? 'us-east-1';
  const endpoint = named('AWS_ENDPOINT_URL') ?? `https://s3.${region}.amazonaws.com`;
  const { protocol = '', username = '', password = '', search = '' } = URL.canParse(endpoint) ? new URL(endpoint) : {};
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}` !== '')
    throw new AccountError(
      'AWS_ENDPOINT_URL must be an address such as https://s3.example.org, without credentials; those belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  return { endpoint, region };
}

/** The store with its credentials. */
export function accountIn(named: Values): S3Account {
  const required = (name: string): string => {
    const value = named(name);
    if (value !== null) return value;
    throw new AccountError(`a place in S3 needs the environment variable ${name}, or ${name}_FILE`);
  };
  return {
    ...storeIn(named),
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  };
}

// S3 accepts parts from 5 MiB on, and at most 10,000 of them
const smallestPart = 8 * 2 ** 20;
const maxParts = 10_000;
const waitsMs = [300, 1_000];
const requestMs = 120_000;

/** A prefix of a bucket. */
export type BucketLocation = { readonly bucket: string; readonly prefix: string };

/** Parses `s3://bucket/prefix`; null when the text has another form. */
export function bucketLocationIn(text: string): BucketLocation | null {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/i.exec(text) ?? [];
  const trimmed = prefix.replace(/^\/+|\/+$/g, '');
  // Characters that stores and clients encode differently in signatures
  const isWritable = trimmed !== '' && !/(^|\/)\.{0,2}(\/|$)|[!'()*\p{Cc}]/u.test(trimmed);
  return bucket === undefined || !isWritable ? null : { bucket, prefix: trimmed };
}

/** The objects under a prefix of an S3-compatible store, by their names after the prefix. Errors say what to check. */
export class Bucket {
  /** Name for messages. */
  readonly name: string;
  readonly #location: BucketLocation;
  readonly #endpoint: string;
  readonly #s3: S3mini;

  constructor(location: BucketLocation, { endpoint, region, accessKeyId, secretAccessKey }: S3Account) {
    this.name = `s3://${location.bucket}/${location.prefix}`;
    this.#location = location;
    this.#endpoint = endpoint;
    this.#s3 = new S3mini({
      endpoint: `${endpoint.replace(/\/+$/, '')}/${location.bucket}`,
      region,
      accessKeyId,
      secretAccessKey,
      requestAbortTimeout: requestMs,
    });
  }

  async list(): Promise<{ readonly name: string; readonly bytes: number }[]> {
    const { bucket, prefix } = this.#location;
    const found = await this.#explained(this.#s3.listObjects('/', `${prefix}/`));
    if (found === null) {
      throw new Error(`there is no bucket ${bucket} at ${this.#endpoint}; create it, or correct AWS_ENDPOINT_URL`);
    }
    return found.map(({ Key, Size }) => ({ name: Key.slice(prefix.length + 1), bytes: Size }));
  }

  /** null when there is no such object. */
  async text(name: string): Promise<string | null> {
    return await this.#explained(this.#s3.getObject(this.#keyOf(name)));
  }

  /** null when there is no such object. */
  async content(name: string): Promise<Readable | null> {
    const response = await this.#explained(this.#s3.getObjectResponse(this.#keyOf(name)));
    return response?.body ? Readable.fromWeb(response.body) : null;
  }

  /** Writes or replaces an object of the given size atomically, in parts when it is large. */
  async put(name: string, bytes: number, content: Bytes): Promise<void> {
    const key = this.#keyOf(name);
    if (bytes > smallestPart) return await this.#putParts(key, bytes, content);
    for await (const piece of inParts(content, smallestPart)) {
      await this.#explained(again(() => this.#s3.putObject(key, piece)));
    }
  }

  async putText(name: string, text: string): Promise<void> {
    await this.#explained(again(() => this.#s3.putObject(this.#keyOf(name), text)));
  }

  async remove(name: string): Promise<void> {
    await this.#explained(this.#s3.deleteObject(this.#keyOf(name)));
  }

  #keyOf(name: string): string {
    return `${this.#location.prefix}/${name}`;
  }

  async #putParts(key: string, bytes: number, content: Bytes): Promise<void> {
    const s3 = this.#s3;
    const size = Math.max(smallestPart, Math.ceil(bytes / maxParts));
    const uploadId = await this.#explained(s3.getMultipartUploadId(key));
    try {
      const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = [];
      for await (const piece of inParts(content, size)) {
        const number = parts.length + 1;
        parts.push(await this.#explained(again(() => s3.uploadPart(key, uploadId, piece, number))));
      }
      await this.#explained(s3.completeMultipartUpload(key, uploadId, parts));
    } catch (error) {
      await s3.abortMultipartUpload(key, uploadId).catch(() => ({}));
      throw error;
    }
  }

  async #explained<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const why = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
      const hint = 'check AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
      throw new Error(`a request to ${this.#endpoint} for ${this.name} failed: ${text}${why}; ${hint}`, {
        cause: error,
      });
    }
  }
}

/** Splits content into pieces of one size, the last one smaller; empty content gives one empty piece. */
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
