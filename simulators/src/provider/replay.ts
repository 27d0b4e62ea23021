import { respondWithJson } from '../respond.ts';
import type { Call } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import type { Exchange } from './exchange.ts';

const EVENTS = /(?<=\n\n|\r\n\r\n)/;
const LINES = /(?<=\n)/;

/** Replays a vendor's response to a call, whole or as a stream, event by event. */
export async function replay(call: Call, { response, stream }: Exchange): Promise<void> {
  const { body } = call;
  const plain = { ...call, transform: undefined };
  const streams = body['stream'] === true || body['Stream'] === true;
  if (stream === undefined || !(streams || body['response_mode'] === 'streaming'))
    return respondWithJson(plain, response);
  const isLines = stream.startsWith('{');
  const events = openEventStream(plain, isLines ? 'application/x-ndjson' : undefined);
  for (const event of stream.split(isLines ? LINES : EVENTS)) await events.sendText(event);
  events.end();
}
