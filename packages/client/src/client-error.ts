import { type ErrorCode, errorTable } from '@tollgate/contract';

/**
 * The gateway's codes, plus those for calls without an envelope: `unreachable` (no connection, or it broke),
 * `timeout`, `moved` (a redirect, not followed so that the access token is sent to no other address) and
 * `no_envelope` (something responded, but not a gateway).
 */
export type ClientErrorCode = ErrorCode | 'unreachable' | 'timeout' | 'moved' | 'no_envelope';

interface Details {
  code: string;
  status?: number;
  requestId?: string | undefined;
  field?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A failed call. The message is the gateway's, in the client's language, if it sent one. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** A `ClientErrorCode`, or a code of a newer gateway. */
  readonly code: ClientErrorCode | (string & {});
  /** HTTP status: 200 if a business rule refused the call, 0 without a response. */
  readonly status: number;
  /** The id to quote when contacting the operator. */
  readonly requestId: string | undefined;
  /** The input field at fault, if the gateway names one. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** Whether no valid gateway response arrived, so that the outcome of the call is unknown. */
  get isUnreachable(): boolean {
    return ['unreachable', 'timeout', 'moved', 'no_envelope'].includes(this.code);
  }

  /**
   * Whether retrying the same call may succeed. Retrying one that changes something takes an idempotency key.
   */
  get isRetryable(): boolean {
    const known = (errorTable as Readonly<Record<string, { retry: boolean }>>)[this.code];
    return known?.retry ?? ['unreachable', 'timeout'].includes(this.code);
  }
}
