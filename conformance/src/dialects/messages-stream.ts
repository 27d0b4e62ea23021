import { assertRule, parseJson } from './assert-rule.ts';
import type { Completion, StreamEvent } from './conversation.ts';
import { readBlocks, readMessagesUsage } from './messages-blocks.ts';

type Block = Record<string, unknown> & { type: string };
interface Event {
  type: string;
  index?: number;
  message?: {
    type?: string;
    role?: string;
    content?: unknown[];
    stop_reason?: unknown;
    usage?: { input_tokens?: number };
  };
  content_block?: Block;
  delta?: Record<string, unknown> & { type?: string };
  usage?: object;
}

/** Returns the text of all parsable events. */
export function textInMessages(events: readonly StreamEvent[]): string {
  return events
    .map(({ data }) => parseJson(data) as Event)
    .map(({ delta }) => (delta?.type === 'text_delta' ? String(delta['text']) : ''))
    .join('');
}

/** What a delta may do: the type of its block, and the member it extends. */
const DELTAS: Readonly<Record<string, readonly [string, string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  signature_delta: ['thinking', 'signature'],
  input_json_delta: ['tool_use', 'json'],
};

/** Reads the events of a message as a strict SDK does. */
export function readMessagesStream(events: readonly StreamEvent[]): Completion {
  const parsed = events.map(({ name, data }) => {
    const event = parseJson(data) as Event;
    assertRule(name === event.type, 'messages/event-name', `event: ${name}, type: ${event.type}`);
    return event;
  });
  const said = parsed.filter(({ type }) => type !== 'ping');
  const [start] = said;
  const message = start?.message;
  assertRule(
    start?.type === 'message_start' && message?.role === 'assistant',
    'messages/start-first',
    JSON.stringify(start),
  );
  assertRule(
    message.content?.length === 0 && message.stop_reason === null,
    'messages/start-first',
    JSON.stringify(start),
  );
  assertRule(
    Number.isInteger(message.usage?.input_tokens),
    'messages/usage-numbers',
    JSON.stringify(start),
  );
  assertRule(
    said.at(-1)?.type === 'message_stop',
    'messages/stop-last',
    JSON.stringify(said.at(-1)),
  );
  const end = said.at(-2);
  assertRule(end?.type === 'message_delta', 'messages/stop-last', JSON.stringify(end));
  const blocks = collectBlocks(said.slice(1, -2));
  return {
    ...readBlocks(blocks, end.delta?.['stop_reason']),
    usage: readMessagesUsage({ ...message.usage, ...end.usage }),
  };
}

/** Assembles blocks: only one is open at a time, and their indexes ascend from 0. */
function collectBlocks(events: readonly Event[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const event of events) {
    const shown = JSON.stringify(event);
    if (event.type === 'content_block_start') {
      const isNext = !open && event.index === blocks.length && event.content_block;
      assertRule(isNext, 'messages/one-block-open', shown);
      open = {
        ...event.content_block,
        ...(event.content_block?.type === 'tool_use' ? { json: '' } : {}),
      } as Block;
      blocks.push(open);
      continue;
    }
    assertRule(open && event.index === blocks.length - 1, 'messages/one-block-open', shown);
    if (event.type === 'content_block_stop') {
      closeBlock(open);
      open = undefined;
      continue;
    }
    assertRule(event.type === 'content_block_delta', 'messages/event-name', shown);
    const [type, member = ''] = DELTAS[event.delta?.type ?? ''] ?? [];
    assertRule(type === open.type, 'messages/delta-type', shown);
    const chunk = event.delta?.[member === 'json' ? 'partial_json' : member];
    assertRule(typeof chunk === 'string', 'messages/delta-type', shown);
    if (member === 'signature')
      assertRule((open['signature'] ?? '') === '', 'messages/signature-delta', shown);
    open[member] = String(open[member] ?? '') + chunk;
    open['signs'] = member === 'signature';
  }
  assertRule(!open, 'messages/one-block-open', 'a block is left open');
  return blocks;
}

function closeBlock(block: Block): void {
  const { signs } = block;
  delete block['signs'];
  assertRule(
    block.type !== 'thinking' || signs === true,
    'messages/signature-delta',
    JSON.stringify(block),
  );
  if (block.type !== 'tool_use') return;
  const { json } = block as { json?: string };
  delete block['json'];
  block['input'] = json === '' ? {} : parseJson(json ?? '', 'messages/input-object');
}
