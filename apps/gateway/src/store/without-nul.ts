import type { PostgresPoolClient } from 'kysely';

/**
 * Returns a connection that stores the character NUL in texts as U+FFFD: PostgreSQL refuses it, but upstreams
 * and other services may send it, and a refused statement would lose whatever it records.
 */
export function withoutNul(client: PostgresPoolClient): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) =>
    client.query(
      text,
      parameters.some(holdsNul) ? parameters.map((value) => replaceNul(value)) : parameters,
    );
  return {
    query: query as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isDiscarded),
  };
}

const holdsNul = (value: unknown) => typeof value === 'string' && value.includes('\0');
const replaceNul = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
