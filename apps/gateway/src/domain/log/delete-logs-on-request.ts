import type { Domain } from '../domain.ts';
import { runAsClusterTask } from '../jobs/run-as-cluster-task.ts';
import { deleteLogs, type LogReadingContext } from './log-reading.ts';

/** A deletion on request: rows deleted so far, and whether it goes on in the background. */
export interface LogDeletion {
  deleted: number;
  running: boolean;
}

/**
 * Deletes rows before a time (Unix seconds) in the background, once at a time. Returns when it is done, or what
 * is done when that takes longer than a request may. Throws AppError log_deletion_running while any node does
 * so.
 */
export async function deleteLogsOnRequest(
  domain: LogReadingContext & Pick<Domain, 'log'>,
  before: number,
  actor: { id: number; username: string },
): Promise<LogDeletion> {
  let deleted = 0;
  const count = await runAsClusterTask<number, number>(
    domain,
    { name: 'delete-logs', running: 'log_deletion_running' },
    (save, signal) => {
      const report = (count: number) => save((deleted = count));
      return deleteLogs(domain, { before, signal, report }, actor);
    },
  );
  return { deleted: count ?? deleted, running: count === undefined };
}
