import { errorTable, type ErrorCode } from '@tollgate/contract';

export type ErrorParams = Record<string, string | number>;

/**
 * A failure with a code of the contract. `message` is internal (log only); what people read is
 * the text of the code in their language, made where the response is written.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly retryAfterSeconds: number | undefined;
  /** The part of the input that it is about, where that is one. */
  readonly field: string | undefined;
  /** Keys of the options that are missing, where that is the reason. */
  readonly missing: readonly string[] | undefined;
  /** How many more guesses are let through, where it is a wrong one. */
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
