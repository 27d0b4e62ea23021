export { findFreePort } from './servers/find-free-port.ts';
export { type PostgresServer, startPostgres } from './servers/start-postgres.ts';
