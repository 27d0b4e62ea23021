import type { ErrorCode } from '@tollgate/contract';
import type { ErrorParams } from '../../platform/app-error.ts';

/** The code of one of our texts, and its parameters. */
export interface FaultReason {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

/** The error that the caller receives, whatever the cause. */
export interface CallerError {
  status: number;
  message: string;
  type: string;
  code: string;
  param: string | null;
  retryAfterSeconds?: number;
  /**
   * Code and parameters of the message, so that the log shows it in each reader's language; absent if the
   * upstream wrote it.
   */
  reason?: FaultReason;
  /** Logged instead, with details that only an administrator can use. */
  logged?: { code: string; message: string };
  /** The upstream's own message about an image task. */
  imageTask?: { code: number; properties: Record<string, unknown> };
}
