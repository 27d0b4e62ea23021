import { type Block, halves } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import type { Call } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import { responseBlocks, messageHead, messagesUsage, stopReason } from './messages-response.ts';
import type { MessagesBody } from './messages-body.ts';
import { REDACTED, signResponse } from './messages-signatures.ts';

const CUT_EVENT = 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del';

type Event = { type: string; [member: string]: unknown };

/** Streams a message: start, ping, blocks, the stop reason with the final usage, stop. */
export async function streamMessages(call: Call): Promise<void> {
  const { script, response } = call;
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  const send = (event: Event) =>
    stream.sendText(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const blocks = responseBlocks(call);
  const usage = messagesUsage(script);
  const atStart = usage && { ...usage, output_tokens: Math.min(1, Number(usage['output_tokens'])) };
  await send({
    type: 'message_start',
    message: {
      ...messageHead(call),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      ...(atStart ? { usage: atStart } : {}),
    },
  });
  await send({ type: 'ping' });
  const events = numberBlocks(blocks.flatMap((block) => blockEvents(block, call)));
  const half = Math.ceil(events.length / 2);
  for (const event of events.slice(0, half)) await send(event);
  if (await breakHalfway(call, stream, CUT_EVENT)) return;
  for (const event of events.slice(half)) await send(event);
  await send({
    type: 'message_delta',
    delta: { stop_reason: stopReason(script, blocks), stop_sequence: null },
    ...(usage ? { usage } : {}),
  });
  if (script.fault !== 'no-done' && !response.destroyed) await send({ type: 'message_stop' });
  stream.end();
}

/** Adds the block index, which increases with each block start. */
function numberBlocks(events: readonly Event[]): Event[] {
  let index = -1;
  return events.map((event) => {
    if (event.type === 'content_block_start') index += 1;
    return { ...event, index };
  });
}

function blockEvents(block: Block, { body }: Call): Event[] {
  const delta = (value: object): Event => ({ type: 'content_block_delta', delta: value });
  const start = (content_block: object): Event => ({ type: 'content_block_start', content_block });
  const stop: Event = { type: 'content_block_stop' };
  switch (block.kind) {
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        ...block.chunks.map((thinking) => delta({ type: 'thinking_delta', thinking })),
        delta({
          type: 'signature_delta',
          signature: signResponse(block.chunks.join(''), body as MessagesBody),
        }),
        stop,
        start(REDACTED),
        stop,
      ];
    case 'text':
      return [
        start({ type: 'text', text: '' }),
        ...block.chunks.map((text) => delta({ type: 'text_delta', text })),
        stop,
      ];
    case 'call':
      return [
        start({ type: 'tool_use', id: `toolu_${block.id}`, name: block.name, input: {} }),
        ...halves(block.args).map((partial_json) =>
          delta({ type: 'input_json_delta', partial_json }),
        ),
        stop,
      ];
  }
}
