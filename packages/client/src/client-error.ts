import { type ErrorCode, errorTable } from '@tollgate/contract';

/**
 * The codes of the gateway, and those of calls without an envelope: `unreachable` (no connection, or
 * one that broke), `timeout`, `moved` (a redirect, which is not followed: the access token goes to no
 * other address) and `no_envelope` (something answered, but not a gateway).
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

/** A call that failed. Its message is the gateway's, in the language of the client, where it sent one. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** One of `ClientErrorCode`, or one that a newer gateway has. */
  readonly code: ClientErrorCode | (string & {});
  /** HTTP status: 200 for a refusal by a rule, 0 without a response. */
  readonly status: number;
  /** What to quote when you ask the operator. */
  readonly requestId: string | undefined;
  /** The part of the input that it is about, where the gateway says so. */
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

  /** The gateway did not answer as one: whether it did what was asked is unknown. */
  get isUnreachable(): boolean {
    return ['unreachable', 'timeout', 'moved', 'no_envelope'].includes(this.code);
  }

  /** Whether the same call may work later. One that changes something needs an idempotency key for that. */
  get isRetryable(): boolean {
    const known = (errorTable as Readonly<Record<string, { retry: boolean }>>)[this.code];
    return known?.retry ?? ['unreachable', 'timeout'].includes(this.code);
  }
}
