import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { DatabaseUnavailable } from '../platform/database-fault.ts';
import {
  type DatabaseCircuitBreaker,
  createDatabaseCircuitBreaker,
} from './database-circuit-breaker.ts';
import { refusePooler } from './refuse-pooler.ts';
import { refuseReadOnly } from './refuse-read-only.ts';
import type { Store, StoreOptions } from './store.ts';
import type { Database, Db } from './schema.ts';
import { withoutNul } from './without-nul.ts';

const INT8 = 20;
/** Statement timeout of the server; a connection silent for longer is dead. */
const STATEMENT_MS = 30_000;
const SILENT_MS = 45_000;
/** How long calls and log queries wait for a connection. */
const CONNECT_MS = 5000;
const CONNECT_READER_MS = 30_000;
/** How long the watch waits for a response. After two timeouts the database counts as down. */
const ANSWER_MS = 3000;

const CONNECTIONS_MAX = 17;
/** Of these, one for the watch and two for signals; of the others, long reads may use some. */
const DEDICATED = 3;
const READERS_SHARE = 2 / 7;
const RETRIED = new Set(['40001', '40P01']);

type PostgresOptions = Pick<StoreOptions, 'connections' | 'silentMs' | 'onChange'> & {
  /** False during schema changes, which may take any time. */
  canEnd: () => boolean;
};

/** Opens a PostgreSQL store. Loads the driver only here, so that starts on SQLite are faster. */
export async function openPostgres(databaseUrl: string, options: PostgresOptions): Promise<Store> {
  const { connections = CONNECTIONS_MAX, silentMs = SILENT_MS, onChange = () => {} } = options;
  const { canEnd } = options;
  const readers = Math.max(1, Math.floor((connections - DEDICATED) * READERS_SHARE));
  const { default: driver } = await import('pg');
  const pools = new Pools(driver, { connectionString: databaseUrl, silentMs, canEnd });
  const db = await pools.openWriter(connections - DEDICATED - readers);
  const reader = pools.openReader(readers);
  // Not queued behind others in a busy pool, and given up soon if the network is lost.
  const pinging = pools.open(1, { connectMs: ANSWER_MS, silentMs: 2 * ANSWER_MS });
  const watch = createDatabaseCircuitBreaker({
    ping: () => pingWith(pinging),
    onChange(reason) {
      // Fails what waits for a response on a lost connection at once, and leaves a server that only reads.
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

/**
 * Rejects if the database does not respond, or accepts no writes. The next ping then opens a new connection:
 * the address may lead to another server by now.
 */
async function pingWith(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  const failure = await refuseReadOnly(client, ANSWER_MS).catch((error: Error) => error);
  client.release(failure ?? false);
  if (failure) throw failure;
}

interface SilenceOptions {
  silentMs: number;
  canEnd: () => boolean;
}

/**
 * Pools of connections to one database; while it is down they refuse new connections and close existing ones.
 */
class Pools {
  watch: DatabaseCircuitBreaker | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #driver: typeof pg;
  readonly #options: SilenceOptions & { connectionString: string };

  constructor(driver: typeof pg, options: SilenceOptions & { connectionString: string }) {
    this.#driver = driver;
    this.#options = options;
  }

  /**
   * Opens the database for everything that writes. Throws if the address is a pooler rather than PostgreSQL
   * itself, or if nobody responds.
   */
  async openWriter(max: number): Promise<Db> {
    const pool = this.#openGuarded(max, CONNECT_MS);
    try {
      await this.#refusePooler(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return this.#databaseOn(pool);
  }

  /** Opens the database for long reads. */
  openReader(max: number): Db {
    return this.#databaseOn(this.#openGuarded(max, CONNECT_READER_MS));
  }

  #openGuarded(max: number, connectMs: number): pg.Pool {
    return this.open(max, { connectMs, silentMs: this.#options.silentMs }, this.#sockets);
  }

  #databaseOn(pool: pg.Pool): Db {
    const guarded: PostgresPool = {
      connect: async () => {
        if (this.watch?.isUp === false) throw new DatabaseUnavailable('the database is away');
        return withoutNul(await pool.connect());
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
    const { types: defaults } = this.#driver;
    const types: pg.CustomTypesConfig = {
      getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
        oid === INT8 ? parseInt8 : defaults.getTypeParser(oid, format),
    };
    const pool = new this.#driver.Pool({
      connectionString: this.#options.connectionString,
      max,
      statement_timeout: STATEMENT_MS,
      // The server, too, gives up on a silent client: otherwise a lost network would leave the rows of its
      // transaction locked, also for this node's next attempt.
      idle_in_transaction_session_timeout: silentMs,
      connectionTimeoutMillis: connectMs,
      // Sums over a month are estimated as expensive enough for JIT compilation and parallel workers, whose
      // start takes longer than the sums: ranking 4,000 keys took 41 ms with two workers and 25 without.
      // Workers remain for what takes a few hundred milliseconds.
      options: '-c jit=off -c parallel_setup_cost=20000',
      types,
    });
    // The pool replaces an idle connection that breaks; without a listener the error would end the process.
    pool.on('error', () => {});
    // The same for one that breaks between two statements of a transaction: the next statement fails.
    pool.on('connect', (client) => {
      client.on('error', () => {});
      const stream = streamOf(client);
      if (!stream) return;
      endWhenSilent(stream, { silentMs, canEnd: this.#options.canEnd });
      sockets?.add(stream);
      stream.once('close', () => sockets?.delete(stream));
    });
    return pool;
  }

  /** Checks the pool's first two connections, which it keeps unless it throws. */
  async #refusePooler(pool: pg.Pool): Promise<void> {
    const clients: pg.PoolClient[] = [];
    let isRefused = true;
    try {
      const first = await pool.connect().catch(throwAsServerFault);
      clients.push(first);
      const second = await pool.connect();
      clients.push(second);
      await refusePooler(first, second, { statementMs: this.#statementTimeoutMs() });
      isRefused = false;
    } finally {
      for (const client of clients) client.release(isRefused);
    }
  }

  /** The driver gives parameters in the address precedence over its options. */
  #statementTimeoutMs(): number {
    const timeout = new URL(this.#options.connectionString).searchParams.get('statement_timeout');
    return timeout ? Number.parseInt(timeout, 10) : STATEMENT_MS;
  }

  /** Closes every connection, so that whatever waits on one fails. */
  breakOff(): void {
    if (!this.#options.canEnd()) return;
    for (const socket of this.#sockets)
      socket.destroy(new DatabaseUnavailable('the database is away'));
  }
}

/**
 * Marks why a connection failed like PostgreSQL's own errors: the driver's (no TLS at the server, a certificate
 * that is not trusted, a missing password) are about the server, too.
 */
function throwAsServerFault(error: Error): never {
  throw 'severity' in error ? error : Object.assign(error, { severity: 'FATAL' });
}

/** Returns a connection's socket, which the driver's types do not declare. */
function streamOf(client: object): Socket | undefined {
  return (client as { connection?: { stream: Socket } }).connection?.stream;
}

/** A lost network is not reported: without this, connections would be waited on for a quarter of an hour. */
function endWhenSilent(stream: Socket, { silentMs, canEnd }: SilenceOptions): void {
  stream.setTimeout(silentMs, function end(this: Socket) {
    if (canEnd()) this.destroy(new Error(`the database said nothing for ${silentMs} ms`));
  });
}

/** Parses 64-bit integers as numbers; throws beyond 2^53, where they would be inexact. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is beyond what a number can hold`);
  return value;
}
