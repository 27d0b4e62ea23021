import type { ServerResponse } from 'node:http';

/** Up to this size a piece is framed as one text; larger ones go out as they are, between their frames. */
const TEXT_BYTES_MAX = 16 * 1024;
const LAST_CHUNK = '0\r\n\r\n';
const CHUNKED = ['transfer-encoding', 'chunked'];

/**
 * Writes a streamed answer. The chunks of HTTP/1.1 are framed here: a piece with its frame is one
 * Latin-1 text, one character a byte, which Node joins with the head and sends as one buffer; its
 * own framing makes five buffers of it (a quarter of a stream's cost, measured with
 * `npm run bench -- --only streams`).
 */
export class StreamBody {
  readonly #response: ServerResponse;
  /** HTTP/1.0 knows no chunks: the end of the connection ends the answer. */
  readonly #framed: boolean;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#framed = response.req.httpVersionMajor === 1 && response.req.httpVersionMinor > 0;
  }

  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** Headers are names and values in turn. */
  begin(status: number, headers: readonly string[]): void {
    const response = this.#response;
    response.writeHead(status, this.#framed ? [...headers, ...CHUNKED] : [...headers]);
    if (this.#framed) response.chunkedEncoding = false;
  }

  /** False when the client does not keep up; the response then emits `drain`. */
  write(piece: Uint8Array): boolean {
    const response = this.#response;
    if (!this.#framed) return response.write(piece);
    if (piece.length === 0) return true;
    if (piece.length <= TEXT_BYTES_MAX) return response.write(frame(piece), 'latin1');
    response.write(sizeLine(piece), 'latin1');
    response.write(piece);
    return response.write('\r\n', 'latin1');
  }

  /** Writes the last piece, which may be empty, and ends the answer. */
  end(piece: Uint8Array): void {
    const response = this.#response;
    if (!this.#framed) return void response.end(piece);
    if (piece.length === 0) return void response.end(LAST_CHUNK, 'latin1');
    if (piece.length <= TEXT_BYTES_MAX)
      return void response.end(frame(piece) + LAST_CHUNK, 'latin1');
    this.write(piece);
    response.end(LAST_CHUNK, 'latin1');
  }
}

function sizeLine(piece: Uint8Array): string {
  return `${piece.length.toString(16)}\r\n`;
}

function frame(piece: Uint8Array): string {
  const { buffer, byteOffset, length } = piece;
  const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
  return `${sizeLine(piece)}${text}\r\n`;
}
