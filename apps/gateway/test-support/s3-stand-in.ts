import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The key pair that the stand-in accepts. */
export const S3_KEYS = {
  BACKUP_S3_ACCESS_KEY_ID: 'AKIASTANDIN',
  BACKUP_S3_SECRET_ACCESS_KEY: 'a secret/of+the stand-in',
  BACKUP_S3_REGION: 'eu-test-1',
};

export interface S3StandIn {
  url: string;
  /** By bucket and key: `bucket/key`. */
  objects: Map<string, Buffer>;
  /** Multipart uploads that were started and neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** What was refused, and why. */
  refusals: string[];
  /** While true, every upload is answered with 503. */
  isFull: boolean;
  /** Like `fetch`, but resolves `bucket.storage.test`, which no name server knows, to the stand-in. */
  fetch(this: void, url: string | URL, init: RequestInit): Promise<Response>;
  close(): void;
}

const PAGE = 2;

/**
 * Starts a storage that supports the part of S3 that backups need, and verifies signatures (version 4) and
 * hashes.
 */
export async function startS3StandIn(): Promise<S3StandIn> {
  const standIn: S3StandIn = {
    url: '',
    objects: new Map(),
    uploads: new Map(),
    refusals: [],
    isFull: false,
    fetch: (url, init) => fetchByHost(new URL(url), init),
    close: () => server.close(),
  };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const reason = findFlaw(request, body);
      if (reason !== undefined) {
        standIn.refusals.push(reason);
        return fail(response, 403, 'SignatureDoesNotMatch', reason);
      }
      serve(standIn, { request, response, body });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

/** Like `fetch`, but leaves the host name in the request. */
async function fetchByHost(url: URL, { method, headers, body }: RequestInit): Promise<Response> {
  const request = ask({
    host: '127.0.0.1',
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { ...Object.fromEntries(new Headers(headers)), host: url.host },
  });
  request.end(body ? Buffer.from(await new Response(body).arrayBuffer()) : undefined);
  const [upstreamResponse] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 500, headers: responseHeaders } = upstreamResponse;
  const content = await buffer(upstreamResponse);
  return new Response(status === 204 ? null : content, {
    status,
    headers: { etag: String(responseHeaders.etag) },
  });
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) =>
  createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns what is wrong with a request by AWS's signature rules, written from their documentation. */
function findFlaw({ method = '', url = '', headers }: IncomingMessage, body: Buffer) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'no signature';
  const [, id, day = '', region = '', signedNames = '', signature] = match;
  if (id !== S3_KEYS.BACKUP_S3_ACCESS_KEY_ID) return 'unknown key';
  if (region !== S3_KEYS.BACKUP_S3_REGION) return 'another region';
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) return 'the body has another hash';
  const time = String(headers['x-amz-date']);
  if (!time.startsWith(day)) return 'another day';
  const names = signedNames.split(';');
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.includes(name)) return `${name} is not signed`;
  const { pathname, search } = new URL(url, 'http://stand-in');
  const pairs = search === '' ? [] : search.slice(1).split('&');
  const query = pairs
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
      return `${encode(name)}=${encode(value)}`;
    })
    .sort();
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedNames,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const keyed = [region, 's3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${S3_KEYS.BACKUP_S3_SECRET_ACCESS_KEY}`, day),
  );
  return hmac(keyed, text).toString('hex') === signature ? undefined : 'wrong signature';
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

function serve(standIn: S3StandIn, { request, response, body }: Exchange): void {
  const { objects, isFull } = standIn;
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
  const [, bucket] = /^([a-z][a-z\d-]*)\.storage\.test:/.exec(request.headers.host ?? '') ?? [];
  const path = decodeURIComponent(pathname.slice(1));
  const name = (bucket === undefined ? path : `${bucket}/${path}`).replace(/\/$/, '');
  if (isFull && request.method === 'PUT')
    return fail(response, 503, 'SlowDown', 'Please reduce your request rate.');
  if (searchParams.has('uploads') || searchParams.has('uploadId'))
    return serveParts(standIn, name, { request, response, body });
  if (searchParams.get('list-type') === '2')
    return void response.end(list(objects, name, searchParams));
  const object = objects.get(name);
  switch (request.method) {
    case 'PUT':
      objects.set(name, body);
      return void response.end();
    case 'DELETE':
      objects.delete(name);
      return void response.writeHead(204).end();
    default:
      if (object) response.end(object);
      else fail(response, 404, 'NoSuchKey', 'The specified key does not exist.');
  }
}

function serveParts(
  { uploads, objects }: S3StandIn,
  name: string,
  { request, response, body }: Exchange,
): void {
  const { searchParams } = new URL(request.url ?? '', 'http://stand-in');
  const id = searchParams.get('uploadId') ?? `upload-${uploads.size + 1}`;
  const parts = uploads.get(id) ?? new Map<number, Buffer>();
  if (request.method === 'PUT') {
    parts.set(Number(searchParams.get('partNumber')), body);
    return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
  }
  if (request.method === 'DELETE') {
    uploads.delete(id);
    return void response.writeHead(204).end();
  }
  if (searchParams.has('uploads')) {
    uploads.set(id, parts);
    return void response.end(`<R><UploadId>${id}</UploadId></R>`);
  }
  const named = [
    ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g),
  ];
  const whole = named.map(([, number, tag]) => {
    const part = parts.get(Number(number)) ?? Buffer.alloc(0);
    return tag === `"${sha256(part)}"` ? part : undefined;
  });
  if (whole.includes(undefined) || whole.length !== parts.size)
    return fail(response, 400, 'InvalidPart', 'A part is missing.');
  objects.set(name, Buffer.concat(whole as Buffer[]));
  uploads.delete(id);
  response.end('<R/>');
}

/** Pages are short, so that listing requires several. */
function list(objects: ReadonlyMap<string, Buffer>, bucket: string, query: URLSearchParams) {
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(`${bucket}/${query.get('prefix') ?? ''}`))
    .map((name) => name.slice(bucket.length + 1))
    .sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = keys
    .slice(from, from + PAGE)
    .map((key) => `<Key>${key.replace('&', '&amp;')}</Key>`);
  const next = from + PAGE < keys.length ? String(from + PAGE) : '';
  return `<R>${page.join('')}${next && `<NextContinuationToken>${next}</NextContinuationToken>`}</R>`;
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
