import type { UpstreamFault, UpstreamFaultKind } from './upstream-fault.ts';

/** An error as the client sees it: the members of an OpenAI error and its HTTP status. */
export interface PublicError {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
}

/**
 * Status shown to the client. A problem with our own account must not look like one with the client's key,
 * nor a dead upstream like a fault of the call.
 */
const PUBLIC_STATUS: Partial<Record<UpstreamFaultKind, number>> = {
  auth: 502,
  quota: 502,
  network: 502,
  'bad-response': 502,
};

/** Returns the error to show for a fault when no other channel could help. */
export function toPublicError(fault: UpstreamFault): PublicError {
  const { message, type, code, param } = fault;
  return { status: PUBLIC_STATUS[fault.kind] ?? fault.http, message, type, code, param };
}
