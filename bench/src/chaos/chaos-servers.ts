import {
  obtainProgram,
  type PostgresServer,
  type RecoverableServer,
  REDIS,
  startPostgres,
  startRedis,
} from '@tollgate/tools';
import pg from 'pg';
import { BenchError } from '../bench-error.ts';

/** The database server and the Redis of a whole run. */
export interface ChaosServers {
  postgres: PostgresServer;
  redis: RecoverableServer;
  /** Creates an empty database; returns its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts Redis and a PostgreSQL with durable commits, as wherever money is stored. */
export async function startServers(): Promise<ChaosServers> {
  const program = await obtainProgram(REDIS);
  if (program === undefined) throw new BenchError('The chaos list needs redis-server.');
  const [postgres, redis] = await Promise.all([
    startPostgres({ keepsCommits: true }),
    startRedis(program),
  ]);
  let databases = 0;
  return {
    postgres,
    redis,
    async createDatabase() {
      const name = `chaos_${(databases += 1)}`;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return postgres.url.replace(/\/postgres$/, `/${name}`);
    },
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
