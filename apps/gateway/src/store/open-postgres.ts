import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { DatabaseUnavailable } from '../platform/database-fault.ts';
import {
  type DatabaseCircuitBreaker,
  createDatabaseCircuitBreaker,
} from './database-circuit-breaker.ts';
import { refusePooler } from './refuse-pooler.ts';
import type { Store, StoreOptions } from './store.ts';
import type { Database } from './schema.ts';

const INT8 = 20;
/** The server itself ends a statement after this time, so who says nothing for longer is gone. */
const STATEMENT_MS = 30_000;
const SILENT_MS = 45_000;
/** How long a call waits for a connection, and whoever looks through the log. */
const CONNECT_MS = 5000;
const CONNECT_READER_MS = 30_000;
/** How long the watch waits for a response. Twice without one, and the database is away. */
const ANSWER_MS = 3000;

/** Connections of a process: calls lease over the first, whoever looks through the log has the others, one is the watch's. */
const CONNECTIONS_MAX = 10;
const READERS_MAX = 4;
const RETRIED = new Set(['40001', '40P01']);

type PostgresOptions = Pick<StoreOptions, 'silentMs' | 'onChange'> & {
  /** False while the schema is changed, which takes as long as it takes. */
  mayEnd: () => boolean;
};

/** The driver is loaded where it is used only: a start on SQLite is that much shorter. */
export async function openPostgres(databaseUrl: string, options: PostgresOptions): Promise<Store> {
  const { silentMs = SILENT_MS, onChange = () => {}, mayEnd } = options;
  const { default: driver } = await import('pg');
  const pools = new Pools(driver, { connectionString: databaseUrl, silentMs, mayEnd });
  await pools.refusePooler();
  const db = pools.openDatabase(CONNECTIONS_MAX, CONNECT_MS);
  const reader = pools.openDatabase(READERS_MAX, CONNECT_READER_MS);
  // Not behind others in a pool that is busy; given up soon when its network is lost.
  const pinging = pools.open(1, { connectMs: ANSWER_MS, silentMs: 2 * ANSWER_MS });
  const watch = createDatabaseCircuitBreaker({
    ping: () => pinging.query({ text: 'SELECT 1', query_timeout: ANSWER_MS } as pg.QueryConfig),
    onChange(reason) {
      // Whoever waits for a response on a connection that is lost hears so now.
      if (reason) pools.breakOff();
      onChange(reason);
    },
  });
  pools.watch = watch;
  const transaction: Store['transaction'] = async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        if (attempt >= 3 || !RETRIED.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  };
  return {
    kind: 'postgres',
    db,
    reader,
    transaction,
    get isUp() {
      return watch.isUp;
    },
    async close() {
      await watch.close();
      await pinging.end();
      await reader.destroy();
      await db.destroy();
    },
  };
}

interface SilenceOptions {
  silentMs: number;
  mayEnd: () => boolean;
}

/** Pools of connections to one database, which are refused and broken off while it is away. */
class Pools {
  watch: DatabaseCircuitBreaker | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #driver: typeof pg;
  readonly #options: SilenceOptions & { connectionString: string };

  constructor(driver: typeof pg, options: SilenceOptions & { connectionString: string }) {
    this.#driver = driver;
    this.#options = options;
  }

  openDatabase(max: number, connectMs: number): Kysely<Database> {
    const pool = this.open(max, { connectMs, silentMs: this.#options.silentMs }, this.#sockets);
    const guarded: PostgresPool = {
      connect: async () => {
        if (this.watch?.isUp === false) throw new DatabaseUnavailable('the database is away');
        return pool.connect();
      },
      end: () => pool.end(),
      options: pool.options,
    };
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool: guarded }) });
  }

  open(
    max: number,
    { connectMs, silentMs }: { connectMs: number; silentMs: number },
    sockets?: Set<Socket>,
  ): pg.Pool {
    const { types: own } = this.#driver;
    const types: pg.CustomTypesConfig = {
      getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
        oid === INT8 ? parseInt8 : own.getTypeParser(oid, format),
    };
    const pool = new this.#driver.Pool({
      connectionString: this.#options.connectionString,
      max,
      statement_timeout: STATEMENT_MS,
      // The server, too, gives up who says nothing: else a lost network would keep the rows of its
      // transaction from everybody, this node's next try included.
      idle_in_transaction_session_timeout: silentMs,
      connectionTimeoutMillis: connectMs,
      // Sums over a month are estimated dear enough to be compiled, which takes longer than to run them.
      options: '-c jit=off',
      types,
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => {});
    // The same for one that breaks between two statements of a transaction: the next statement fails and tells.
    pool.on('connect', (client) => {
      client.on('error', () => {});
      const stream = streamOf(client);
      if (!stream) return;
      endWhenSilent(stream, { silentMs, mayEnd: this.#options.mayEnd });
      sockets?.add(stream);
      stream.once('close', () => sockets?.delete(stream));
    });
    return pool;
  }

  /** Throws where the address is not that of PostgreSQL itself, or where nobody answers. */
  async refusePooler(): Promise<void> {
    const pool = this.open(2, { connectMs: CONNECT_MS, silentMs: STATEMENT_MS });
    try {
      const one = await pool.connect();
      const other = await pool.connect().catch((error: unknown) => {
        one.release(true);
        throw error;
      });
      await refusePooler(one, other, { statementMs: this.#askedMs() }).finally(() => {
        for (const client of [one, other]) client.release(true);
      });
    } finally {
      await pool.end();
    }
  }

  /** The driver takes what the address says over what it is told. */
  #askedMs(): number {
    const said = new URL(this.#options.connectionString).searchParams.get('statement_timeout');
    return said ? Number.parseInt(said, 10) : STATEMENT_MS;
  }

  /** Ends every connection, so that whoever waits on one hears of it. */
  breakOff(): void {
    if (!this.#options.mayEnd()) return;
    for (const socket of this.#sockets)
      socket.destroy(new DatabaseUnavailable('the database is away'));
  }
}

/** The socket of a connection, which the driver's types do not name as one. */
function streamOf(client: object): Socket | undefined {
  return (client as { connection?: { stream: Socket } }).connection?.stream;
}

/** A network that is lost tells nothing: without this its connections would be waited for for a quarter of an hour. */
function endWhenSilent(stream: Socket, { silentMs, mayEnd }: SilenceOptions): void {
  stream.setTimeout(silentMs, function end(this: Socket) {
    if (mayEnd()) this.destroy(new Error(`the database said nothing for ${silentMs} ms`));
  });
}

/** 64-bit integers as numbers; beyond 2^53 they would lie, so they throw. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is beyond what a number can hold`);
  return value;
}
