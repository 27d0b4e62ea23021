import { Worker } from 'node:worker_threads';

/**
 * A statement for the thread to run on a file. The thread keeps the last file open; a request without a
 * statement closes it.
 */
export interface ReadRequest {
  id: number;
  path: string;
  sql?: string;
  parameters?: readonly unknown[];
}

export type ReadResult = { id: number; rows: unknown[] } | { id: number; error: Error };

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

/**
 * A thread whose reader was closed, kept for the next reader: starting one costs more than most reads, and a
 * process that opens one database after another would start hundreds.
 */
let idleWorker: Worker | undefined;

/**
 * Reads a SQLite file on a separate thread, so that a long read blocks nothing else. The thread starts with
 * the first read. If it dies, pending reads fail and the next one starts another.
 */
export class ReaderThread {
  readonly #path: string;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the rows of a statement. */
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (this.#closed) return Promise.reject(new Error('the reader of the database is closed'));
    return this.#request((this.#worker ??= this.#start()), { sql, parameters });
  }

  /** Ends the thread: pending reads fail, the next one starts another. */
  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Closes the file. Pending reads fail; an idle thread is kept for the next reader. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (!worker || idleWorker || this.#waiting.size > 0) return this.end();
    await this.#request(worker, {}).catch(() => {});
    if (this.#worker !== worker || idleWorker) return this.end();
    this.#worker = undefined;
    // Its error listener stays: an unhandled error would end the process.
    idleWorker = worker.removeAllListeners('message').removeAllListeners('exit');
    worker.once('exit', () => {
      if (idleWorker === worker) idleWorker = undefined;
    });
  }

  #request(worker: Worker, statement: Pick<ReadRequest, 'sql' | 'parameters'>): Promise<unknown[]> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      worker.postMessage({ id, path: this.#path, ...statement } satisfies ReadRequest);
      if (this.#waiting.size === 0) worker.ref();
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #start(): Worker {
    const worker =
      idleWorker?.removeAllListeners('exit').removeAllListeners('error') ??
      new Worker(new URL('sqlite-reader-thread.ts', import.meta.url));
    idleWorker = undefined;
    // Only pending reads keep the process alive.
    worker.unref();
    worker.on('message', (result: ReadResult) => this.#take(worker, result));
    worker.on('error', (error: Error) => this.#end(worker, error));
    worker.on('exit', (code) =>
      this.#end(worker, new Error(`the reader of the database ended with code ${code}`)),
    );
    return worker;
  }

  #take(worker: Worker, result: ReadResult): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if (this.#waiting.size === 0) worker.unref();
    if ('error' in result) waiting?.reject(result.error);
    else waiting?.resolve(result.rows);
  }

  /** A thread that throws reports its end twice: by the error and by its exit. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const { reject } of waiting.values()) reject(error);
  }
}
