import type { Database, Statement as PreparedStatement } from 'better-sqlite3';
import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';

/** One SQL statement of the wallet. Values are named: `@amount`. */
export interface Statement {
  /** Kind of result: the first row, all rows, or the number of changed rows. */
  readonly gives: 'row' | 'rows' | 'changes';
  readonly sqlite: string;
  readonly postgres: string;
}

/** A statement whose SQL text works on both databases. */
export interface SharedStatement extends Statement {
  readonly isShared: true;
}

/** The next statement of a booking rule. */
export interface Step {
  readonly statement: Statement;
  readonly values: object;
}

/**
 * A booking rule, written once for both databases: a generator that yields statements and is resumed with
 * their results. SQLite runs it synchronously, PostgreSQL awaits each step. A failed statement ends the rule;
 * the caller's transaction rolls back.
 */
export type Booking<Result> = Generator<Step, Result, unknown>;

export function* readRow<Row>(statement: Statement, values: object): Booking<Row | undefined> {
  return (yield { statement, values }) as Row | undefined;
}

export function* readRows<Row>(statement: Statement, values: object): Booking<readonly Row[]> {
  return (yield { statement, values }) as readonly Row[];
}

/** Runs a statement and returns how many rows changed. */
export function* write(statement: Statement, values: object): Booking<number> {
  return (yield { statement, values }) as number;
}

/**
 * Creates a function that runs bookings on a SQLite connection, with statements prepared once. The caller
 * holds the transaction.
 */
export function createSqliteBookkeeper(
  database: Database,
): <Result>(booking: Booking<Result>) => Result {
  const prepared = new Map<Statement, PreparedStatement>();
  const run = ({ statement, values }: Step): unknown => {
    let ready = prepared.get(statement);
    if (!ready) prepared.set(statement, (ready = database.prepare(statement.sqlite)));
    if (statement.gives === 'changes') return ready.run(values).changes;
    return statement.gives === 'row' ? ready.get(values) : ready.all(values);
  };
  return (booking) => {
    let step = booking.next();
    while (step.done !== true) step = booking.next(run(step.value));
    return step.value;
  };
}

/** Runs a booking inside a PostgreSQL transaction. */
export async function bookOnPostgres<Result>(
  trx: StoreTransaction,
  booking: Booking<Result>,
): Promise<Result> {
  let step = booking.next();
  // oxlint-disable-next-line no-await-in-loop -- in order
  while (step.done !== true) step = booking.next(await execute(trx, step.value));
  return step.value;
}

/** Runs one statement inside a transaction of either database. */
export async function runShared(
  trx: StoreTransaction,
  statement: SharedStatement,
  values: object,
): Promise<void> {
  await execute(trx, { statement, values });
}

interface SplitText {
  parts: readonly string[];
  names: readonly string[];
}

const splitTexts = new Map<Statement, SplitText>();

async function execute(trx: StoreTransaction, { statement, values }: Step): Promise<unknown> {
  let split = splitTexts.get(statement);
  if (!split) splitTexts.set(statement, (split = splitAtValues(statement.postgres)));
  const params = split.names.map((name) => (values as Record<string, unknown>)[name]);
  const fragments = split.parts as unknown as TemplateStringsArray;
  const { rows, numAffectedRows = 0n } = await sql(fragments, ...params).execute(trx);
  if (statement.gives === 'changes') return Number(numAffectedRows);
  return statement.gives === 'row' ? rows[0] : rows;
}

function splitAtValues(text: string): SplitText {
  const segments = text.split(/@(\w+)/);
  return {
    parts: segments.filter((_, index) => index % 2 === 0),
    names: segments.filter((_, index) => index % 2 === 1),
  };
}
