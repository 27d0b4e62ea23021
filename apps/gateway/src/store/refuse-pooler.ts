/** `DATABASE_URL` leads to something that shares sessions of PostgreSQL, or keeps their settings back. */
export class PoolerFault extends Error {
  /** The reason among `operator.server`. */
  readonly code = 'pooler';
  /** As PostgreSQL's own errors have it. */
  readonly severity = 'FATAL';

  constructor() {
    super('DATABASE_URL leads to a connection pooler');
    this.name = 'PoolerFault';
  }
}

/** A connection, as far as this asks something of it. */
interface Session {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/**
 * Throws where two connections do not have a session of PostgreSQL each, or not the settings that they began with:
 * a pooler that is told to ignore settings drops the limits of time, and in transaction mode what is listened to
 * and locked, too. Judged by what is so, not by who answers: a proxy that passes sessions on is none.
 */
export async function refusePooler(
  one: Session,
  other: Session,
  { statementMs }: { statementMs: number },
): Promise<void> {
  const began = await readSession(one);
  // Whoever gives out idle sessions in turn gives the first another one now; whoever gives out the last one used,
  // or has one only, gives it to the second.
  const then = await readSession(one);
  if (began.statementMs !== statementMs || then.pid !== began.pid) throw new PoolerFault();
  await other.query('BEGIN');
  try {
    if ((await readSession(other)).pid === began.pid) throw new PoolerFault();
  } finally {
    await other.query('ROLLBACK');
  }
}

async function readSession(session: Session): Promise<{ pid: number; statementMs: number }> {
  const { rows } = await session.query(
    `SELECT pg_backend_pid() AS pid, setting AS "statementMs"
     FROM pg_settings WHERE name = 'statement_timeout'`,
  );
  const [row] = rows as { pid: number; statementMs: string }[];
  return { pid: Number(row?.pid), statementMs: Number(row?.statementMs) };
}
