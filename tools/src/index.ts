export { type PostgresServer, startPostgres } from './servers/start-postgres.ts';
