import { errorTable, type ErrorCode } from '@tollgate/contract';

export type ErrorParams = Record<string, string | number>;

/**
 * A failure with an error code from the contract. `message` is internal (log only); people read the localized
 * text of the code, which is rendered where the response is written.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly retryAfterSeconds: number | undefined;
  /** The input field that the error is about, if any. */
  readonly field: string | undefined;
  /** Keys of the options whose absence caused the error, if any. */
  readonly missing: readonly string[] | undefined;
  /** Remaining attempts after a wrong guess of a secret. */
  attemptsLeft: number | undefined;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    details: {
      cause?: unknown;
      internal?: string;
      retryAfterSeconds?: number;
      field?: string;
      missing?: readonly string[];
    } = {},
  ) {
    super(details.internal ?? code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.field = details.field;
    this.missing = details.missing;
  }

  /** The HTTP status of the response. */
  get status(): number {
    return errorTable[this.code].status;
  }
}
