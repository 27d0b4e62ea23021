import { cutConnection } from './connection-cut.ts';
import type { Call } from './endpoint.ts';
import type { EventStream } from './event-stream.ts';
import { serverError } from './faults.ts';

/** Plays faults at the start of a stream; returns true if the stream then ends or stalls. */
export async function breakAtStart(
  { script, errorEvent }: Call,
  stream: EventStream,
): Promise<boolean> {
  switch (script.fault) {
    case 'stall-before-first-token':
      return true;
    case 'error-first-line':
      await stream.sendText(errorEvent(serverError('The engine is currently overloaded')));
      stream.end();
      return true;
    default:
      return false;
  }
}

/**
 * Plays faults in the middle of a stream; returns true if the stream then ends or stalls. A cut comes after
 * `beginning`, the first part of an event.
 */
export async function breakHalfway(
  { script, response, errorEvent, framing }: Call,
  stream: EventStream,
  beginning: string,
): Promise<boolean> {
  switch (script.fault) {
    case 'stall-mid-stream':
      return true;
    case 'cut-mid-stream':
      response.write(framing?.encode(beginning) ?? beginning, () => cutConnection(response));
      return true;
    case 'error-mid-stream':
      await stream.sendText(
        errorEvent(serverError('The server had an error while processing your request')),
      );
      stream.end();
      return true;
    default:
      return false;
  }
}
