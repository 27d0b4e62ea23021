import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { refuseOtherForms } from './dump-forms.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** A statement head, row or line longer than this is not valid. */
const UNIT_MAX = 64 * 1024 * 1024;
const HEAD_LENGTH = 512;
const PIECE_BYTES = 1024 * 1024;
/** How much of the most recently read text is kept. */
const ENDING_LENGTH = 512;
const UNPACKERS = [
  ['\u001F\u008B', createGunzip],
  ['\u0028\u00B5\u002F\u00FD', createZstdDecompress],
] as const;
const WIDE = [
  ['\u00FF\u00FE', 'utf-16le'],
  ['\u00FE\u00FF', 'utf-16be'],
] as const;

/**
 * The text of a dump, chunk by chunk: what was consumed is dropped. Each character is a byte, as binary
 * columns are mixed with text. Gzip and zstd files are decompressed, and UTF-16, which PowerShell writes, is
 * converted to UTF-8.
 */
export class DumpText {
  text = '';
  at = 0;
  /** The last characters of what was read. */
  ending = '';
  readonly #pieces: AsyncIterator<string, undefined>;
  readonly #signal: AbortSignal | undefined;
  readonly #unitMax: number;
  #ended = false;

  constructor(path: string, signal?: AbortSignal, unitMax = UNIT_MAX) {
    this.#signal = signal;
    this.#unitMax = unitMax;
    this.#pieces = readChunks(path);
  }

  /** Closes the file, even if it was not read to its end. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** Reads another chunk; returns false at the end. Throws if the unit being read is too long. */
  async readMore(): Promise<boolean> {
    if (this.#ended) return false;
    this.#signal?.throwIfAborted();
    if (this.text.length - this.at > this.#unitMax) throw new OperatorError('source.endless');
    const chunk = await this.#pieces.next();
    this.#ended = chunk.done === true;
    const added = chunk.done === true ? '' : chunk.value;
    this.text = this.text.slice(this.at) + added;
    this.ending = (this.ending + added).slice(-ENDING_LENGTH);
    this.at = 0;
    return !this.#ended;
  }

  /** Ensures that this many characters are buffered, unless the text ends before. */
  async ahead(length: number): Promise<void> {
    while (this.text.length - this.at < length && (await this.readMore()));
  }

  /**
   * Reads a unit with a function that returns undefined while the text is incomplete; returns undefined at
   * the end. Retries with twice as much text, so that a long unit takes linear time however small the chunks
   * are.
   */
  async read<Unit>(
    parse: (text: string, at: number) => Unit | undefined,
  ): Promise<Unit | undefined> {
    for (;;) {
      const unit = parse(this.text, this.at);
      const had = this.text.length - this.at;
      if (unit === undefined) await this.ahead(2 * had + 1);
      if (unit !== undefined || this.text.length - this.at === had) return unit;
    }
  }
}

async function* readChunks(path: string): AsyncGenerator<string, undefined> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const head = readHead(path);
  const unpack = UNPACKERS.find(([mark]) => head.startsWith(mark))?.[1];
  const plain = unpack ? file.pipe(unpack({ chunkSize: PIECE_BYTES })) : file;
  file.on('error', (error) => plain.destroy(error));
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  try {
    for await (const bytes of plain as AsyncIterable<Buffer>) {
      if (isFirst) {
        const start = bytes.toString('latin1', 0, HEAD_LENGTH);
        refuseOtherForms(start);
        const wide = WIDE.find(([mark]) => start.startsWith(mark))?.[1];
        decoder = wide && new TextDecoder(wide);
        isFirst = false;
      }
      const utf8 = decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
      yield utf8.toString('latin1');
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw /^(?:Z_|ZSTD_)/.test(code) ? new OperatorError('source.incomplete') : error;
  } finally {
    file.destroy();
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
  }
  return undefined;
}

function readHead(path: string): string {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(HEAD_LENGTH);
  const length = readSync(file, head);
  closeSync(file);
  return head.toString('latin1', 0, length);
}
