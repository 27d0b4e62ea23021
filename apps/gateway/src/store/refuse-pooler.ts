/** `DATABASE_URL` leads to something that shares PostgreSQL sessions, or drops their settings. */
export class PoolerFault extends Error {
  /** The key of its reason in `operator.server`. */
  readonly code = 'pooler';
  /** As in PostgreSQL's own errors. */
  readonly severity = 'FATAL';

  constructor() {
    super('DATABASE_URL leads to a connection pooler');
    this.name = 'PoolerFault';
  }
}

/** The part of a connection used here. */
interface Session {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/**
 * Throws if two connections do not have a PostgreSQL session each, with the settings that they started with:
 * a pooler configured to ignore settings drops the timeouts and, in transaction mode, LISTEN and locks too.
 * Judged by behavior, not by who responds: a proxy that passes sessions through is fine.
 */
export async function refusePooler(
  first: Session,
  second: Session,
  { statementMs }: { statementMs: number },
): Promise<void> {
  const initial = await readSession(first);
  // A pooler that rotates idle sessions gives the first connection another one now; one that reuses the last
  // session, or has only one, gives it to the second connection.
  const later = await readSession(first);
  if (initial.statementMs !== statementMs || later.pid !== initial.pid) throw new PoolerFault();
  await second.query('BEGIN');
  try {
    if ((await readSession(second)).pid === initial.pid) throw new PoolerFault();
  } finally {
    await second.query('ROLLBACK');
  }
}

async function readSession(session: Session): Promise<{ pid: number; statementMs: number }> {
  const { rows } = await session.query(
    `SELECT pg_backend_pid() AS pid,
       extract(epoch FROM current_setting('statement_timeout')::interval) * 1000 AS "statementMs"`,
  );
  const [row] = rows as { pid: number; statementMs: string }[];
  return { pid: Number(row?.pid), statementMs: Number(row?.statementMs) };
}
