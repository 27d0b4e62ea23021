import { BATCH_MAX } from '@tollgate/contract';
import { toastError, toastSuccess } from '../feedback/toasts.tsx';

/** Maximum number of refusals listed individually. */
const LISTED_MAX = 5;

interface BatchResult {
  done: number;
  refused: readonly { id: number; reason: string }[];
}

interface BatchReport {
  changed: (count: number) => string;
  refused: (count: number, rows: string) => string;
  /** Called once all parts were processed. */
  done: () => void;
}

/**
 * Sends a change of many rows in parts, and shows what was changed and what was refused, with the reasons.
 * Returns whether all parts were processed.
 */
export async function sendBatch(
  ids: readonly number[],
  send: (ids: number[]) => Promise<BatchResult>,
  report: BatchReport,
): Promise<boolean> {
  let changed = 0;
  let isComplete = false;
  const refused: string[] = [];
  try {
    for (let start = 0; start < ids.length; start += BATCH_MAX) {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const result = await send(ids.slice(start, start + BATCH_MAX));
      changed += result.done;
      refused.push(...result.refused.map(({ id, reason }) => `#${id}: ${reason}`));
    }
    isComplete = true;
    report.done();
  } catch (error) {
    toastError(error);
  }
  if (changed > 0) toastSuccess(report.changed(changed));
  if (refused.length > 0) {
    const more = refused.length > LISTED_MAX ? ['…'] : [];
    const rows = [...refused.slice(0, LISTED_MAX), ...more].join('; ');
    toastError(new Error(report.refused(refused.length, rows)));
  }
  return isComplete;
}
