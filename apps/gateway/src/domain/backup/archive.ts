import { createHash, randomBytes, scrypt } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '../../platform/parse-json.ts';
import { openSealedStream, sealStream } from './seal-stream.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/*
 * An archive is a line of JSON (the header), followed by frames, which are compressed by zstd and, with a
 * passphrase, encrypted. A frame is one byte of kind, four bytes of length, and the content. Files follow one
 * another; the end is also a frame, so that a truncated archive is recognized.
 */
const MANIFEST = 1;
const FILE = 2;
const DATA = 3;
const FILE_END = 4;
const END = 5;
/** Largest frame; anything larger is not an archive. */
const FRAME_MAX = 16 * 1024 * 1024;
const HEADER_MAX = 4096;

const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;
const COST = 2 ** 16;

/** zstd adds a checksum of all content, including the manifest. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

const headerShape = z.object({
  tollgate: z.literal('backup'),
  format: z.literal(1),
  /** How the key is derived from the passphrase. Null if not encrypted. */
  scrypt: z
    .object({
      salt: z.base64(),
      cost: z
        .number()
        .int()
        .min(2)
        .max(2 ** 20)
        .refine((cost) => Number.isInteger(Math.log2(cost))),
    })
    .nullable(),
});

/** A backup's description of itself. */
export const manifestShape = z.object({
  /** The version of Tollgate that made it. */
  version: z.string(),
  /** ISO time of its snapshot. */
  createdAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** Names of the migrations applied to its schema. */
  migrations: z.array(z.string()),
  /** Identifies the master key that it belongs to, without revealing it. Null if there is none yet. */
  masterKeyMark: z.string().nullable(),
  /** Whether the key itself is included. */
  hasMasterKey: z.boolean(),
  /**
   * PostgreSQL: the tables in the order in which they can be filled, and the values at which their sequences
   * continue.
   */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
});
export type Manifest = z.output<typeof manifestShape>;

/** A file of an archive and its content in chunks. */
export interface ArchiveFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** Writes an archive. The file is complete when this resolves and must not be used before. */
export async function writeArchive(
  path: string,
  {
    manifest,
    files,
    passphrase,
  }: {
    manifest: Manifest;
    files: AsyncIterable<ArchiveFile>;
    passphrase: string | undefined;
  },
): Promise<void> {
  const salt = randomBytes(16);
  const header = Buffer.from(
    `${JSON.stringify({
      tollgate: 'backup',
      format: 1,
      scrypt: passphrase === undefined ? null : { salt: salt.toString('base64'), cost: COST },
    } satisfies z.input<typeof headerShape>)}\n`,
  );
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
  await once(target, 'open');
  target.write(header);
  const compressed = Readable.from(frames(manifest, files)).pipe(createZstdCompress(CHECKED));
  const key = passphrase === undefined ? undefined : await deriveKey(passphrase, salt, COST);
  const bytes = compressed as AsyncIterable<Buffer>;
  await pipeline(key ? sealStream(bytes, key, header) : bytes, target);
}

async function* frames(manifest: Manifest, files: AsyncIterable<ArchiveFile>) {
  yield frame(MANIFEST, JSON.stringify(manifest));
  for await (const { name, content } of files) {
    yield frame(FILE, JSON.stringify({ name }));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const data of content) {
      hash.update(data);
      bytes += data.length;
      yield frame(DATA, data);
    }
    yield frame(FILE_END, JSON.stringify({ bytes, sha256: hash.digest('hex') }));
  }
  yield frame(END, '');
}

function frame(kind: number, content: string | Buffer): Buffer {
  const body = Buffer.from(content as string);
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/**
 * Reads an archive: the manifest, then each file in turn through `take`, which must read it to its end. With
 * a passphrase, only an archive encrypted with it is read. Throws an OperatorError that says what is wrong; then
 * nothing that was read can be trusted.
 */
export async function readArchive(
  path: string,
  passphrase: string | undefined,
  take: (manifest: Manifest) => Promise<(file: ArchiveFile) => Promise<void>>,
): Promise<Manifest> {
  const source = createReadStream(path);
  try {
    const { header, line, rest } = await readHeader(source);
    let bytes = rest;
    // Anybody who can write to where backups are kept could have put it in place of an encrypted one.
    if (!header.scrypt && passphrase !== undefined) throw new OperatorError('backup.notEncrypted');
    if (header.scrypt) {
      if (passphrase === undefined) throw new OperatorError('backup.encrypted');
      const salt = Buffer.from(header.scrypt.salt, 'base64');
      bytes = openSealedStream(rest, await deriveKey(passphrase, salt, header.scrypt.cost), line);
    }
    return await readFrames(decompress(bytes), take);
  } finally {
    source.destroy();
  }
}

async function* decompress(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const output = createZstdDecompress();
  const fed = pipeline(source, output);
  // The reader receives the error through the output, which the pipeline destroys.
  fed.catch(() => {});
  try {
    for await (const bytes of output) yield bytes as Buffer;
    await fed;
  } catch (error) {
    throw isOfZlib(error) ? new OperatorError('backup.damaged', {}, { cause: error }) : error;
  }
}

const isOfZlib = (error: unknown) => /^Z(?:STD)?_/.test((error as { code?: string }).code ?? '');

/** Parses the JSON content of a frame. Throws OperatorError backup.damaged. */
function readJson<Shape extends z.ZodType>(shape: Shape, body: Buffer): z.output<Shape> {
  const read = shape.safeParse(parseJson(body.toString()));
  if (!read.success) throw new OperatorError('backup.damaged', {}, { cause: read.error });
  return read.data;
}

type Frame = { kind: number; body: Buffer };

async function* splitFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, undefined> {
  let buffered: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes]);
    while (buffered.length >= 5) {
      const length = buffered.readUInt32BE(1);
      if (length > FRAME_MAX) throw new OperatorError('backup.damaged');
      if (buffered.length < 5 + length) break;
      yield { kind: buffered.readUInt8(0), body: buffered.subarray(5, 5 + length) };
      buffered = buffered.subarray(5 + length);
    }
  }
}

async function readFrames(
  source: AsyncIterable<Buffer>,
  take: (manifest: Manifest) => Promise<(file: ArchiveFile) => Promise<void>>,
): Promise<Manifest> {
  const frames = splitFrames(source);
  const next = async (): Promise<Frame> => {
    const { value, done } = await frames.next();
    if (done) throw new OperatorError('backup.damaged');
    return value;
  };
  const first = await next();
  if (first.kind !== MANIFEST) throw new OperatorError('backup.damaged');
  const manifest = readJson(manifestShape, first.body);
  const onFile = await take(manifest);
  for (;;) {
    const { kind, body } = await next();
    if (kind === END) {
      // The checksum of the whole archive is verified after this frame.
      if (!(await frames.next()).done) throw new OperatorError('backup.damaged');
      return manifest;
    }
    if (kind !== FILE) throw new OperatorError('backup.damaged');
    const { name } = readJson(z.object({ name: z.string() }), body);
    await onFile({ name, content: readFile(name, next) });
  }
}

async function* readFile(name: string, next: () => Promise<Frame>): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  for (;;) {
    const { kind, body } = await next();
    if (kind === DATA) {
      hash.update(body);
      yield body;
      continue;
    }
    if (kind !== FILE_END) throw new OperatorError('backup.damaged');
    const { sha256 } = readJson(z.object({ sha256: z.string() }), body);
    if (sha256 !== hash.digest('hex')) throw new OperatorError('backup.checksum', { name });
    return;
  }
}

async function readHeader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  const nextChunk = (): Promise<IteratorResult<Buffer, undefined>> => chunks.next();
  let buffered = Buffer.alloc(0);
  while (!buffered.includes(10) && buffered.length < HEADER_MAX) {
    const { value, done } = await nextChunk();
    if (done) break;
    buffered = Buffer.concat([buffered, value]);
  }
  const end = buffered.indexOf(10) + 1;
  const line = buffered.subarray(0, end);
  const header = headerShape.safeParse(parseJson(line.toString()));
  if (!header.success) throw new OperatorError('backup.unknown');
  async function* follow(): AsyncIterable<Buffer> {
    yield buffered.subarray(end);
    for (;;) {
      const { value, done } = await nextChunk();
      if (done) return;
      yield value;
    }
  }
  return { header: header.data, line, rest: follow() };
}

function deriveKey(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  return derive(passphrase, salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 });
}
