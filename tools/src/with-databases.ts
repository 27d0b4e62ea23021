import { run } from './run.ts';
import { startPostgres, startRedis } from './services.ts';

/** Runs a command with a PostgreSQL and a Redis of its own: `node tools/src/with-databases.ts vitest run …`. */
const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('which command?');
const postgres = await startPostgres();
const redis = await startRedis();
const { code } = await run(command, args, {
  cwd: process.cwd(),
  env: { TEST_DATABASE_URL: postgres.url, ...(redis ? { TEST_REDIS_URL: redis.url } : {}) },
});
await Promise.all([postgres.stop(), redis?.stop()]);
process.exit(code);
