import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../../platform/config.ts';
import { OperatorError } from '../../platform/operator-error.ts';

type S3Config = Pick<
  Config,
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
  | 'BACKUP_S3_SESSION_TOKEN'
  | 'BACKUP_S3_STYLE'
>;

/** One request is limited to 5 GB; larger files are uploaded in parts. */
const PART_BYTES = 1024 ** 3;
/** Timeout of a request to a storage that stays silent; a gigabyte may take a while. */
const REQUEST_MS = 3_600_000;
const ERROR_SHOWN = 300;
/** Most of an answer that is read: a page of a list has 1,000 keys of 1,024 bytes, escaped at worst. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024;
/** Most pages of a list. */
const PAGES_MAX = 1000;

/**
 * Parses `s3://bucket/key`; returns undefined for anything else. Throws an OperatorError for an S3 address
 * with an impossible bucket name: taken as a folder, the backup would exist only on this disk.
 */
export function parseS3Address(address: string): { bucket: string; key: string } | undefined {
  if (!/^s3:/i.test(address)) return undefined;
  const match = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*))?$/.exec(address);
  if (!match) throw new OperatorError('s3.address', { address });
  return { bucket: match[1] ?? '', key: match[2] ?? '' };
}

interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string>>;
  body?: Blob | string;
  /** SHA-256 of the body in hexadecimal; computed if the body is text. */
  hash?: string;
}

/**
 * A bucket of any S3-compatible storage. Requests are signed with Signature Version 4, including the whole
 * body.
 */
export class S3Bucket {
  readonly #config: S3Config;
  readonly #bucket: string;
  readonly #partBytes: number;

  constructor(config: S3Config, bucket: string, partBytes = PART_BYTES) {
    if (!config.BACKUP_S3_ACCESS_KEY_ID || !config.BACKUP_S3_SECRET_ACCESS_KEY)
      throw new OperatorError('s3.credentials');
    this.#config = config;
    this.#bucket = bucket;
    this.#partBytes = partBytes;
  }

  /** Stores a file. It appears under its key only once it is complete. */
  async upload(path: string, key: string): Promise<void> {
    const { size } = statSync(path);
    const file = await openAsBlob(path);
    if (size > this.#partBytes) return this.#uploadParts(path, file, key);
    await this.#send({ method: 'PUT', key, body: file, hash: await hashOf(path) });
  }

  /** Writes an object into a new file. */
  async download(key: string, path: string): Promise<void> {
    const response = await this.#send({ method: 'GET', key });
    if (!response.body) throw new OperatorError('s3.empty', { path: `${this.#bucket}/${key}` });
    const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    await this.#received(pipeline(response.body, target));
  }

  /** Lists the keys with a prefix, in order. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    const pageTokens = new Set<string>();
    for (let next: string | undefined = ''; next !== undefined;) {
      // A storage that returns the same token again, or ever new ones, would never end.
      if (pageTokens.has(next) || pageTokens.size >= PAGES_MAX)
        throw this.#refusal('GET', prefix, next);
      pageTokens.add(next);
      const query = { 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) };
      // oxlint-disable-next-line no-await-in-loop -- each page names the next
      const text: string = await this.#textOf({ method: 'GET', query });
      keys.push(...[...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescape(key)));
      next = readTag(text, 'NextContinuationToken');
    }
    return keys.toSorted();
  }

  async delete(key: string): Promise<void> {
    await this.#send({ method: 'DELETE', key });
  }

  async #uploadParts(path: string, file: Blob, key: string): Promise<void> {
    const initiated = await this.#textOf({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = readTag(initiated, 'UploadId');
    if (uploadId === undefined) throw this.#refusal('POST', key, initiated.slice(0, ERROR_SHOWN));
    try {
      const tags: string[] = [];
      for (let start = 0; start < file.size; start += this.#partBytes) {
        const end = Math.min(start + this.#partBytes, file.size);
        const query = { partNumber: String(tags.length + 1), uploadId };
        // oxlint-disable-next-line no-await-in-loop -- one part after the other bounds what is under way
        const hash = await hashOf(path, { start, end: end - 1 });
        const body = file.slice(start, end);
        // oxlint-disable-next-line no-await-in-loop -- one part after the other bounds what is under way
        const { headers } = await this.#send({ method: 'PUT', key, query, body, hash });
        tags.push(headers.get('etag') ?? '');
      }
      const parts = tags.map(
        (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      // Here a failure may come with status 200.
      const text = await this.#textOf({ method: 'POST', key, query: { uploadId }, body: list });
      if (text.includes('<Error>')) throw this.#refusal('POST', key, text.slice(0, ERROR_SHOWN));
    } catch (error) {
      // Parts of an upload that is neither completed nor aborted are kept and billed.
      await this.#send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
      throw error;
    }
  }

  async #textOf(request: S3Request): Promise<string> {
    return this.#received(readText(await this.#send(request)));
  }

  /** Awaits a response body; throws OperatorError s3.unreachable if it is cut off. */
  #received<Result>(body: Promise<Result>): Promise<Result> {
    return body.catch((error: unknown) => {
      const isSystemError = (error as { syscall?: unknown }).syscall !== undefined;
      throw isSystemError ? error : unreachable(this.#addressOf(''), error);
    });
  }

  async #send({ method, key = '', query = {}, body, hash }: S3Request): Promise<Response> {
    const {
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId = '',
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey = '',
      BACKUP_S3_SESSION_TOKEN: sessionToken,
    } = this.#config;
    const url = `${this.#addressOf(key)}?${writeQuery(query)}`;
    const content = hash ?? createHash('sha256').update(typeof body === 'string' ? body : '');
    const signer = new AwsV4Signer({
      method,
      url,
      headers: {
        'x-amz-content-sha256': typeof content === 'string' ? content : content.digest('hex'),
      },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body ?? null,
      // A redirect is a refusal whose reason is the wrong region.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    }).catch((error: unknown) => {
      throw unreachable(url, error);
    });
    if (response.ok) return response;
    const text = await this.#received(readText(response));
    const reason = [readTag(text, 'Code'), readTag(text, 'Message')].filter(Boolean).join(': ');
    throw this.#refusal(method, key, `${response.status} ${reason}`);
  }

  /** Returns the URL of an object, or of the bucket itself. */
  #addressOf(key: string): string {
    const { BACKUP_S3_REGION: region, BACKUP_S3_STYLE: style } = this.#config;
    const { BACKUP_S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com` } = this.#config;
    const base = endpoint.replace(/\/+$/, '');
    const path = key.split('/').map(encodeURIComponent).join('/');
    return style === 'path'
      ? `${base}/${this.#bucket}/${path}`
      : `${base.replace('://', `://${this.#bucket}.`)}/${path}`;
  }

  #refusal(method: string, key: string, reason: string): OperatorError {
    return new OperatorError('s3.refused', { method, path: `${this.#bucket}/${key}`, reason });
  }
}

const unreachable = (url: string, cause: unknown) =>
  new OperatorError('s3.unreachable', { host: new URL(url).host }, { cause });

/** Encodes a query with spaces as %20: not every storage reads a plus as a space. */
function writeQuery(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.join('&');
}

/** Reads a text up to the most that an honest storage sends; the rest is not received. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > TEXT_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function hashOf(path: string, part?: { start: number; end: number }): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, part)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

function readTag(text: string, name: string): string | undefined {
  const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return content === undefined || content === '' ? undefined : unescape(content);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
