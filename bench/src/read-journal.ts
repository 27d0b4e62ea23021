import { setTimeout as wait } from 'node:timers/promises';

/** Returns the number of charges in the gateway's journal waiting for PostgreSQL. */
export async function readJournal(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tollgate_journal_rows (\S+)/m.exec(text)?.[1]);
}

/** Waits until the journal is empty. Returns the milliseconds it took. */
export const waitUntilShipped = (url: string) =>
  timeUntil(async () => (await readJournal(url)) === 0);

/** Waits until a condition holds; returns the milliseconds it took. */
export async function timeUntil(holds: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await holds())) await wait(20);
  return Math.round(performance.now() - startedMs);
}
