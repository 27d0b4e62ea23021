import { OperatorError } from '../../platform/operator-error.ts';
import type { SourceRow } from './import-source.ts';

/** Counting a log of hundreds of millions of rows takes minutes; a server that is silent longer will stay so. */
const ANSWER_MS = 10 * 60_000;
const CONNECT_MS = 15_000;
/** Far more than a page of rows has. */
const ANSWER_BYTES = 128 * 1024 * 1024;
/** How often it is looked at what has come: no driver drops what one endless row has brought. */
const LOOK_MS = 50;

export interface SourceBounds {
  answerMs?: number;
  answerBytes?: number;
  /** Ends what is waited for. */
  signal?: AbortSignal | undefined;
}

/** The connection that answers come by. */
interface Line {
  readonly bytesRead: number;
  destroy(): unknown;
}

/** Where a driver puts what is answered. */
export interface Answer {
  row(row: SourceRow): void;
  end(): void;
  fail(error: unknown): void;
}

/**
 * Reads the answers of somebody else's database, which may be silent or never stop: nobody waits longer
 * than `answerMs` for one, none has more rows than were asked for, and none fills the memory. What is
 * against that breaks the line.
 */
export class SourceLine {
  readonly #line: Line;
  readonly #bounds: SourceBounds;

  constructor(line: Line, bounds: SourceBounds = {}) {
    this.#line = line;
    this.#bounds = bounds;
  }

  /** Waits until the server lets us in. */
  async connect(begin: (answer: Answer) => void): Promise<void> {
    const { answerMs = CONNECT_MS } = this.#bounds;
    await this.#read({ rowsMax: 0, waitMs: Math.min(answerMs, CONNECT_MS) }, begin);
  }

  /** Reads an answer. */
  read(rowsMax: number, begin: (answer: Answer) => void): Promise<SourceRow[]> {
    return this.#read({ rowsMax, waitMs: this.#bounds.answerMs ?? ANSWER_MS }, begin);
  }

  /** Without a farewell: who is silent would not answer that either. */
  close(): void {
    this.#line.destroy();
  }

  async #read(
    { rowsMax, waitMs }: { rowsMax: number; waitMs: number },
    begin: (answer: Answer) => void,
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

/** Counts as a server that can't be reached. */
function silent(waitMs: number): Error {
  const error = new OperatorError('source.silent', { seconds: Math.ceil(waitMs / 1000) });
  return Object.assign(error, { code: 'ETIMEDOUT' });
}
