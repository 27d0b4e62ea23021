import type { StreamEvent } from './stream-event.ts';

/** Writes a stream in a client's dialect. */
export interface StreamRenderer {
  /** What to send for an event now; often nothing. Never called for errors. */
  render(event: StreamEvent): string;
  /** The end of a complete stream; held back by the caller until the charge is durable. */
  end(): string;
}
