import type { ErrorCode } from '@tollgate/contract';
import type { ErrorParams } from '../../platform/app-error.ts';

/** A text of ours by its code and what is filled in. */
export interface FaultReason {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

/** What the caller sees, whatever went wrong. */
export interface CallerError {
  status: number;
  message: string;
  type: string;
  code: string;
  param: string | null;
  retryAfterSeconds?: number;
  /** What the message is made of, so that the log tells it in each reader's language; absent where the upstream said it. */
  reason?: FaultReason;
  /** What the log keeps instead, with what only an administrator can use. */
  logged?: { code: string; message: string };
  /** The upstream's own message about an image task. */
  imageTask?: { code: number; properties: Record<string, unknown> };
}
