import type { CallerError } from '../errors/caller-error-fields.ts';

/** Returns the event that tells a session's client of an error; `causeId` is the id of the event at fault. */
export function errorEvent(
  { message, type, code, param }: CallerError,
  requestId: string,
  causeId?: unknown,
): string {
  const cause = typeof causeId === 'string' ? causeId : null;
  const error = { type, code, message, param, event_id: cause };
  return JSON.stringify({ type: 'error', event_id: `event_${requestId}`, error });
}
