import type { Stop } from '../ir/response.ts';
import type { EmitEvent } from '../ir/stream-event.ts';

/**
 * Returns the stop that a client of another dialect is shown. Only Gemini names a response that broke off, as at
 * a malformed call. An empty one must not pass for one that is complete: the other dialects' only word for
 * withheld content is that of a filter.
 */
export function toShownStop(stop: Stop, isEmpty: boolean): Stop {
  const brokeOff = stop.reason === 'malformed' || stop.reason === 'other';
  return isEmpty && brokeOff ? { reason: 'filter' } : stop;
}

/** Does the same for a stream. */
export function showStop(emit: EmitEvent): EmitEvent {
  let isEmpty = true;
  return (event) => {
    if (event.type === 'part-start' && event.part.kind !== 'thinking') isEmpty = false;
    else if (event.type === 'part' && event.part.type !== 'thinking') isEmpty = false;
    if (event.type !== 'finish') return emit(event);
    return emit({ ...event, stop: toShownStop(event.stop, isEmpty) });
  };
}
