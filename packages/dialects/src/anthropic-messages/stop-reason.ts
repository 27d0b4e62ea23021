import type { Stop } from '../ir/response.ts';

/** Returns why a model stopped, from the values of the messages dialect. */
export function readStopReason(reason: unknown, sequence: unknown): Stop {
  switch (reason) {
    case 'max_tokens':
      return { reason: 'length' };
    case 'model_context_window_exceeded':
      return { reason: 'context' };
    case 'tool_use':
      return { reason: 'tools' };
    case 'stop_sequence':
      return typeof sequence === 'string'
        ? { reason: 'sequence', sequence }
        : { reason: 'sequence' };
    case 'refusal':
      return { reason: 'refusal' };
    case 'pause_turn':
      return { reason: 'pause' };
    default:
      return { reason: 'end' };
  }
}

/** Returns the dialect's value for a stop. A filter becomes a refusal. */
export function renderStopReason(stop: Stop): {
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
} {
  const sequence = stop.sequence ?? null;
  if (stop.reason === 'sequence' && sequence !== null) {
    return { stop_reason: 'stop_sequence', stop_sequence: sequence };
  }
  return { stop_reason: STOP_REASONS[stop.reason], stop_sequence: null };
}

const STOP_REASONS: Readonly<Record<Stop['reason'], string>> = {
  end: 'end_turn',
  sequence: 'stop_sequence',
  length: 'max_tokens',
  context: 'model_context_window_exceeded',
  tools: 'tool_use',
  refusal: 'refusal',
  filter: 'refusal',
  pause: 'pause_turn',
  malformed: 'end_turn',
  other: 'end_turn',
};
