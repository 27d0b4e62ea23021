import { isObject } from '../../platform/lenient-json.ts';
import { storableText } from '../tasks/task-report.ts';

/** A provider's report of a batch, with its values limited to valid ranges. */
export interface BatchReport {
  status: string;
  completed: number;
  failed: number;
  /** When it reached each status, in Unix seconds. */
  times: Record<string, number>;
  /** The provider's ids; '' for none. */
  outputId: string;
  errorId: string;
  errors: BatchFault[];
}

export interface BatchFault {
  code: string;
  message: string;
  line: number | null;
  param: string | null;
}

const RUNNING = new Set(['validating', 'in_progress', 'finalizing', 'cancelling']);
const FINAL = new Set(['completed', 'failed', 'expired', 'cancelled']);
export const BATCH_TIMES = [
  'in_progress_at',
  'expires_at',
  'finalizing_at',
  'completed_at',
  'failed_at',
  'expired_at',
  'cancelling_at',
  'cancelled_at',
] as const;
const ERRORS_MAX = 50;
const TEXT_MAX = 500;
const UPSTREAM_ID = /^[\w-]{1,200}$/;

export const isFinalBatch = (status: string): boolean => FINAL.has(status);

/** Returns the provider's id in a response; '' if there is none or it can't be part of a URL. */
export function upstreamIdOf(value: unknown): string {
  return typeof value === 'string' && UPSTREAM_ID.test(value) ? value : '';
}

/** Reads a provider's report of a batch of `total` lines. Unknown statuses count as in progress. */
export function readBatchReport(response: Record<string, unknown>, total: number): BatchReport {
  const { status: reportedStatus, request_counts: counts, errors } = response;
  const status =
    typeof reportedStatus === 'string' && (RUNNING.has(reportedStatus) || FINAL.has(reportedStatus))
      ? reportedStatus
      : '';
  const reportedCounts = isObject(counts) ? counts : {};
  const list = isObject(errors) && Array.isArray(errors.data) ? errors.data : [];
  return {
    status: status || 'in_progress',
    completed: countOf(reportedCounts.completed, total),
    failed: countOf(reportedCounts.failed, total),
    times: Object.fromEntries(
      BATCH_TIMES.flatMap((name) => {
        const time = response[name];
        return Number.isSafeInteger(time) && Number(time) > 0 ? [[name, Number(time)]] : [];
      }),
    ),
    outputId: upstreamIdOf(response.output_file_id),
    errorId: upstreamIdOf(response.error_file_id),
    errors: list.slice(0, ERRORS_MAX).filter(isObject).map(readFault),
  };
}

function countOf(value: unknown, max: number): number {
  return Number.isSafeInteger(value) ? Math.min(Math.max(0, Number(value)), max) : 0;
}

function readFault({ code, message, line, param }: Record<string, unknown>): BatchFault {
  return {
    code: storableText(code).slice(0, TEXT_MAX),
    message: storableText(message).slice(0, TEXT_MAX),
    line: Number.isSafeInteger(line) ? Number(line) : null,
    param: typeof param === 'string' ? storableText(param).slice(0, TEXT_MAX) : null,
  };
}
