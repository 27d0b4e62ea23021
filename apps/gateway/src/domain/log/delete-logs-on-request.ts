import { AppError } from '../../platform/app-error.ts';
import type { Domain } from '../domain.ts';
import { runAsClusterTask } from '../jobs/run-as-cluster-task.ts';
import { deleteLogs, type LogReadingContext } from './log-reading.ts';

/**
 * Deletes rows before a time (Unix seconds) in the background, once at a time. Returns how many; throws AppError
 * log_deletion_running if that takes longer than a request may, and while any node does so.
 */
export async function deleteLogsOnRequest(
  domain: LogReadingContext & Pick<Domain, 'log'>,
  before: number,
  actor: { id: number; username: string },
): Promise<number> {
  const running = 'log_deletion_running';
  const count = await runAsClusterTask<number, number>(
    domain,
    { name: 'delete-logs', running },
    (_report, signal) => deleteLogs(domain, { before, signal }, actor),
  );
  if (count === undefined) throw new AppError(running);
  return count;
}
