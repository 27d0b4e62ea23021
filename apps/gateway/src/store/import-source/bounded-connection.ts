import { OperatorError } from '../../platform/operator-error.ts';
import type { SourceRow } from './import-source.ts';

/**
 * Counting a log of hundreds of millions of rows takes minutes; a server that is silent for longer will not
 * respond.
 */
const ANSWER_MS = 10 * 60_000;
const CONNECT_MS = 15_000;
/** Far more than a page of rows. */
const ANSWER_BYTES = 128 * 1024 * 1024;
/** How often the received bytes are checked: drivers buffer a single endless row without limit. */
const LOOK_MS = 50;

export interface SourceBounds {
  answerMs?: number;
  answerBytes?: number;
  /** Aborts what is being waited for. */
  signal?: AbortSignal | undefined;
}

/** The connection on which responses arrive. */
interface Line {
  readonly bytesRead: number;
  destroy(): unknown;
}

/** Where a driver delivers a response. */
export interface RowSink {
  row(row: SourceRow): void;
  end(): void;
  fail(error: unknown): void;
}

/**
 * Reads responses of a foreign database, which may be silent or endless: each has a timeout of `answerMs`, at
 * most as many rows as were asked for, and a limit in bytes. A violation closes the connection.
 */
export class BoundedConnection {
  readonly #line: Line;
  readonly #bounds: SourceBounds;

  constructor(line: Line, bounds: SourceBounds = {}) {
    this.#line = line;
    this.#bounds = bounds;
  }

  /** Waits until the server accepts the connection. */
  async connect(begin: (sink: RowSink) => void): Promise<void> {
    const { answerMs = CONNECT_MS } = this.#bounds;
    await this.#read({ rowsMax: 0, waitMs: Math.min(answerMs, CONNECT_MS) }, begin);
  }

  /** Reads a response. */
  read(rowsMax: number, begin: (sink: RowSink) => void): Promise<SourceRow[]> {
    return this.#read({ rowsMax, waitMs: this.#bounds.answerMs ?? ANSWER_MS }, begin);
  }

  /** Closes without a goodbye, which a silent server would not answer either. */
  close(): void {
    this.#line.destroy();
  }

  async #read(
    { rowsMax, waitMs }: { rowsMax: number; waitMs: number },
    begin: (sink: RowSink) => void,
  ): Promise<SourceRow[]> {
    const { answerBytes = ANSWER_BYTES, signal } = this.#bounds;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<SourceRow[]>();
    const rows: SourceRow[] = [];
    const fail = (error: unknown) => {
      reject(error instanceof Error ? error : new Error(String(error)));
      rows.length = 0;
      this.#line.destroy();
    };
    const before = this.#line.bytesRead;
    const watch = setInterval(() => {
      if (this.#line.bytesRead - before > answerBytes) fail(new OperatorError('source.tooMuch'));
    }, LOOK_MS);
    const patience = setTimeout(() => fail(silent(waitMs)), waitMs);
    const stop = () => fail(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
      begin({
        row(row) {
          if (rows.push(row) > rowsMax) fail(new OperatorError('source.tooMuch'));
        },
        end: () => resolve(rows),
        fail,
      });
      return await promise;
    } finally {
      clearInterval(watch);
      clearTimeout(patience);
      signal?.removeEventListener('abort', stop);
    }
  }
}

/** Treated like a server that can't be reached. */
function silent(waitMs: number): Error {
  const error = new OperatorError('source.silent', { seconds: Math.ceil(waitMs / 1000) });
  return Object.assign(error, { code: 'ETIMEDOUT' });
}
