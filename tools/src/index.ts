export { findFreePort } from './servers/find-free-port.ts';
export { findProgram, obtainProgram, REDIS } from './servers/find-program.ts';
export { type PostgresServer, startPostgres } from './servers/start-postgres.ts';
export { startRedis } from './servers/start-redis.ts';
export type { RecoverableServer, TestServer } from './servers/start-server.ts';
