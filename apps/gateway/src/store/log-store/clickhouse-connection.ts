import { createOutbound, type Outbound } from '../../platform/outbound.ts';

const READ_MS = 30_000;
const WRITE_MS = 60_000;
const PING_MS = 3000;
const RESPONSE_MAX_BYTES = 64 * 1024 * 1024;
const REASON_MAX = 300;
/** Time that running requests have when the gateway stops. */
const CLOSING_MS = 2000;

/** What the server returned instead of a result: a status, and the beginning of the text. */
export class ClickhouseError extends Error {
  constructor(status: number, text: string) {
    super(`ClickHouse answered ${status}: ${text.trim().slice(0, REASON_MAX)}`);
    this.name = 'ClickhouseError';
  }
}

/** Settings of a statement, as ClickHouse names them. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * A ClickHouse server, over its HTTP interface. `address` is http(s)://user:password@host:8123/database; user
 * and password are sent in headers, so they appear in no error and no log line.
 */
export class ClickhouseConnection {
  readonly #url: URL;
  readonly #headers: Record<string, string>;
  readonly #send: Outbound;
  #underWay = new AbortController();
  #isClosed = false;

  constructor(address: string, send: Outbound = createOutbound(true)) {
    const { origin, username, password, pathname } = new URL(address);
    this.#url = new URL('/', origin);
    this.#url.searchParams.set('database', decodeURIComponent(pathname.slice(1)) || 'default');
    // Otherwise a failure in the middle of a response would have status 200.
    this.#url.searchParams.set('wait_end_of_query', '1');
    this.#headers = {
      'x-clickhouse-user': decodeURIComponent(username) || 'default',
      'x-clickhouse-key': decodeURIComponent(password),
    };
    this.#send = send;
  }

  /** Rejects unless the server accepts our statements. */
  async ping(timeoutMs = PING_MS): Promise<void> {
    const statement = 'SELECT 1 AS up FORMAT JSONEachRow';
    const text = await this.#post({ readonly: 2 }, statement, timeoutMs);
    if (text.trim() !== '{"up":1}') throw notClickhouse(text);
  }

  /** Rejects everything that waits for the server. */
  breakOff(): void {
    this.#underWay.abort();
    if (!this.#isClosed) this.#underWay = new AbortController();
  }

  /** Rejects everything that the server does not answer soon, and all later requests. */
  close(): void {
    this.#isClosed = true;
    setTimeout(() => this.breakOff(), CLOSING_MS).unref();
  }

  /** Returns the rows that a statement selects. The statement is read-only, whatever its text. */
  async select<Row>(statement: string, settings: Settings = {}): Promise<Row[]> {
    const limits = { ...settings, readonly: 2, max_execution_time: READ_MS / 1000 };
    const text = await this.#post(limits, `${statement} FORMAT JSONEachRow`, READ_MS);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  }

  async run(statement: string): Promise<void> {
    await this.#post({}, statement, WRITE_MS);
  }

  /** Inserts rows into a table; they are stored when it resolves, and may be when it rejects. */
  async insert(into: string, rows: readonly object[], settings: Settings = {}): Promise<void> {
    const query = `INSERT INTO ${into} FORMAT JSONEachRow`;
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const text = await this.#post({ ...settings, query }, body, WRITE_MS);
    // ClickHouse responds to stored rows with an empty body: this was something else, such as a proxy's page.
    if (text.trim() !== '') throw notClickhouse(text);
  }

  async #post(parameters: Settings, body: string, timeoutMs: number): Promise<string> {
    const url = new URL(this.#url);
    for (const [name, value] of Object.entries(parameters))
      url.searchParams.set(name, String(value));
    const { status, text } = await this.#send({
      url: url.href,
      method: 'POST',
      headers: this.#headers,
      body,
      timeoutMs,
      signal: this.#underWay.signal,
      maxBytes: RESPONSE_MAX_BYTES,
    });
    if (status !== 200) throw new ClickhouseError(status, text);
    return text;
  }
}

/** Something else responded with status 200. */
const notClickhouse = (text: string) =>
  new Error(`not an answer of ClickHouse: ${text.slice(0, REASON_MAX)}`);
