import { findAmbiguousEvent, isTooComplex } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { billedToolOf, objectOf, readEvent, type RealtimeEvent } from './realtime-events.ts';

/**
 * Parses an event of a caller. Throws AppError for what is invalid or ambiguous: an upstream that interprets
 * it differently would do work that nothing was reserved for.
 */
export function readCallerEvent(data: Buffer): RealtimeEvent {
  if (isTooComplex(data)) throw refuse('The event holds too many values, or too deep ones.');
  const event = readEvent(data);
  if (!event) throw refuse('The event is no JSON object with a type.');
  const ambiguous = findAmbiguousEvent(data);
  if (ambiguous) throw refuse(ambiguous.message, ambiguous.param);
  return event;
}

/** Throws AppError for an event that names another model than the session's. */
export function requireSameModel({ body }: RealtimeEvent, names: readonly string[]): void {
  for (const member of ['session', 'response']) {
    const { model = null } = objectOf(body, member);
    if (model === null || names.some((name) => name === model)) continue;
    throw refuse('The model of a session cannot be changed.', `${member}.model`);
  }
}

/**
 * Throws AppError for an event with a tool that its provider may bill separately: only a session's tools are
 * reported back, not those of a single response.
 */
export function requireUnbilledTools({ body }: RealtimeEvent, model: string): void {
  for (const member of ['session', 'response']) {
    const tool = billedToolOf(objectOf(body, member));
    if (tool !== undefined) throw new AppError('relay_tool_not_priced', { tool, model });
  }
}

function refuse(reason: string, param: string | null = null): AppError {
  return new AppError('relay_invalid_request', { reason, ...(param === null ? {} : { param }) });
}
