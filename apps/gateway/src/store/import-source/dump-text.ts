import { createReadStream, openSync, readSync, closeSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../platform/operator-error.ts';

/** A statement head, a row or a line that is longer than this is none. */
const UNIT_MAX = 64 * 1024 * 1024;

/**
 * The text of a dump, piece by piece: what was read is dropped. A gzip file is unpacked, and UTF-16, which
 * PowerShell writes, is read too.
 */
export class DumpText {
  text = '';
  at = 0;
  readonly #pieces: AsyncIterator<string, undefined>;
  #ended = false;

  constructor(path: string) {
    const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
    const head = readHead(path);
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    const plain = isGzip ? file.pipe(createGunzip()) : file;
    file.on('error', (error) => plain.destroy(error));
    const isWide = head[0] === 0xff && head[1] === 0xfe;
    this.#pieces = (
      plain.setEncoding(isWide ? 'utf16le' : 'utf8') as AsyncIterable<string, undefined>
    )[Symbol.asyncIterator]();
  }

  /** Reads on; false at the end. Throws where nothing could be dropped for too long. */
  async more(): Promise<boolean> {
    if (this.#ended) return false;
    if (this.text.length - this.at > UNIT_MAX) throw new OperatorError('source.endless');
    const piece = await this.#pieces.next();
    this.#ended = piece.done === true;
    this.text = this.text.slice(this.at) + (piece.done === true ? '' : piece.value);
    this.at = 0;
    return !this.#ended;
  }

  /** Has at least so many characters ahead, unless the text ends before. */
  async ahead(length: number): Promise<void> {
    while (this.text.length - this.at < length && (await this.more()));
  }

  /** Reads a unit with a function that answers undefined where the text ends too early; undefined at the end. */
  async read<Unit>(
    parse: (text: string, at: number) => Unit | undefined,
  ): Promise<Unit | undefined> {
    for (;;) {
      const unit = parse(this.text, this.at);
      if (unit !== undefined || !(await this.more())) return unit;
    }
  }
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(2);
  readSync(file, head);
  closeSync(file);
  return head;
}
