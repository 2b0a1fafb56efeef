import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * The part of S3 that backups use, on loopback: listing, objects, uploads in parts. Every request must carry a
 * signature (version 4) that this server computes itself from what it received.
 */

export type S3Server = {
  readonly origin: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly openUploads: () => number;
  readonly completedUploads: () => number;
  /** Answers this many of the next uploads of data with 503. */
  readonly failPuts: (count: number) => void;
  readonly setObject: (key: string, content: Buffer) => void;
  readonly stop: () => Promise<void>;
};

export type S3Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };

type ReceivedRequest = {
  readonly url: URL;
  readonly key: string;
  readonly body: Buffer;
  readonly upload: string | null;
};
type Upload = { readonly key: string; readonly parts: Map<number, Buffer> };
type Refusal = { readonly status: number; readonly code: string; readonly message: string };

/** XML, the content of an object, the ETag of an uploaded one, or a refusal. */
type Answered = string | Buffer | { readonly etag: string } | Refusal;

const send = (response: ServerResponse, answered: Answered): void => {
  if (typeof answered === 'string' || Buffer.isBuffer(answered)) return void response.end(answered);
  if ('etag' in answered) return void response.writeHead(200, { etag: answered.etag }).end();
  const { status, code, message } = answered;
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
};

const smallestPart = 5 * 2 ** 20;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

const signatureProblem = (request: IncomingMessage, url: URL, account: S3Credentials): Refusal | null => {
  const denied = (code: string, message: string): Refusal => ({ status: 403, code, message });
  const [, id, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (id !== account.accessKeyId) return denied('InvalidAccessKeyId', 'The access key is not known.');
  const time = String(request.headers['x-amz-date']);
  const day = time.slice(0, 8);
  if (scope !== `${day}/${account.region}/s3/aws4_request`) return denied('AuthorizationHeaderMalformed', scope);
  const signed = names.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signed.includes(needed)) return denied('AccessDenied', `${needed} is not signed`);
  }
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, names, request.headers['x-amz-content-sha256']].join(
    '\n',
  );
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hashed].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${account.secretAccessKey}`, day), account.region));
  if (timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) return null;
  return denied('SignatureDoesNotMatch', 'The signature is not that of the request.');
};

function listing(bucket: string, objects: ReadonlyMap<string, Buffer>, prefix: string): string {
  const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  const contents = found.map(
    ([key, content]) =>
      `<Contents><Key>${key}</Key><Size>${content.length}</Size><ETag>${etagOf(content)}</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${found.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}

/** The content of an upload, of which a request to complete it has to name every part in order. */
function joined(upload: Upload, body: string): Buffer | Refusal {
  const named = [...body.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
  const parts = named.map(([, number]) => upload.parts.get(Number(number)));
  const isWhole = named.every(
    ([, number, etag], at) =>
      Number(number) === at + 1 &&
      parts[at] !== undefined &&
      etagOf(parts[at]).replaceAll('"', '') === etag?.replaceAll(/"|&quot;/g, ''),
  );
  if (named.length === 0 || named.length !== upload.parts.size || !isWhole)
    return { status: 400, code: 'InvalidPart', message: body };
  if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < smallestPart))
    return { status: 400, code: 'EntityTooSmall', message: 'a part is too small' };
  return Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)));
}

export async function startS3(bucket: string, account: S3Credentials): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  let completed = 0;
  let failures = 0;
  let nextUpload = 1;

  const complete = (id: string, body: string): string | Refusal => {
    const upload = uploads.get(id);
    if (upload === undefined) return { status: 404, code: 'NoSuchUpload', message: id };
    const whole = joined(upload, body);
    if ('code' in whole) return whole;
    objects.set(upload.key, whole);
    uploads.delete(id);
    completed += 1;
    return `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${upload.key}</Key><ETag>"${id}"</ETag><Location>x</Location></CompleteMultipartUploadResult>`;
  };

  const put = ({ url, key, body, upload }: ReceivedRequest): Answered => {
    if (failures > 0) {
      failures -= 1;
      return { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' };
    }
    if (upload === null) objects.set(key, body);
    else uploads.get(upload)?.parts.set(Number(url.searchParams.get('partNumber')), body);
    return { etag: etagOf(body) };
  };

  const begin = (key: string): string => {
    const made = `upload-${nextUpload}`;
    nextUpload += 1;
    uploads.set(made, { key, parts: new Map() });
    return `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`;
  };

  const answers: Readonly<Record<string, (requests: ReceivedRequest) => Answered>> = {
    GET: ({ url, key }) =>
      key === ''
        ? listing(bucket, objects, url.searchParams.get('prefix') ?? '')
        : (objects.get(key) ?? { status: 404, code: 'NoSuchKey', message: key }),
    PUT: put,
    POST: ({ key, body, upload }) => (upload === null ? begin(key) : complete(upload, body.toString('utf8'))),
    DELETE: ({ key, upload }) => {
      if (upload === null) objects.delete(key);
      else uploads.delete(upload);
      return '';
    },
  };

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const problem = signatureProblem(request, url, account);
    const [, named = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const noBucket: Refusal | null = named === bucket ? null : { status: 404, code: 'NoSuchBucket', message: named };
    const upload = url.searchParams.get('uploadId');
    const received = { url, key: rest.join('/'), body: Buffer.concat(pieces), upload };
    const answer = answers[request.method ?? ''];
    const notTaken: Refusal = { status: 405, code: 'MethodNotAllowed', message: String(request.method) };
    send(response, problem ?? noBucket ?? answer?.(received) ?? notTaken);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads: () => uploads.size,
    completedUploads: () => completed,
    failPuts: (count) => {
      failures = count;
    },
    setObject: (key, content) => void objects.set(key, content),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
