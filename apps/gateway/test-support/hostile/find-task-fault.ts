import type { MoneySnapshot } from './money-snapshot.ts';

/** Returns what is wrong with any task or batch, whoever did it; undefined if all is well. */
export function findTaskFault({
  tasks,
  batches,
  charges,
  refunds,
}: MoneySnapshot): string | undefined {
  const rows = [...charges.values()].flat();
  for (const task of tasks) {
    const { task_id: id, status, charge } = task;
    const paid = rows.filter(({ request_id: requestId }) => requestId === task.request_id);
    const back = refunds.get(id) ?? [];
    if (!['SUCCESS', 'FAILURE'].includes(status)) return `task ${id} does not end: ${status}`;
    if (paid.length > 1) return `task ${id} is charged ${paid.length} times`;
    const due = status === 'FAILURE' ? paid.length : 0;
    if (back.length !== due) return `task ${id} (${status}, ${charge}): ${back.length} refunds`;
  }
  for (const { batch_id: id, ended_at: endedAt, charge, hold } of batches) {
    const paid = rows.filter(({ request_id: requestId }) => requestId === id);
    const sum = paid.reduce((total, { quota }) => total + quota, 0);
    if (endedAt === 0) return `batch ${id} does not end`;
    if (sum !== charge) return `batch ${id} costs ${charge}, the log says ${sum}`;
    if (charge > hold) return `batch ${id} costs ${charge} of ${hold}`;
  }
  return undefined;
}
