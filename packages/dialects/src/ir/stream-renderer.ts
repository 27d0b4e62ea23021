import type { StreamEvent } from './stream-event.ts';

/** Renders a stream in a client's dialect. */
export interface StreamRenderer {
  /** Returns what to send for an event now, often nothing. Never called for errors. */
  render(event: StreamEvent): string;
  /** Returns the end of a complete stream; the caller holds it back until the charge is durable. */
  end(): string;
}
