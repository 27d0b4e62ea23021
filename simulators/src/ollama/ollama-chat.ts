import { respondWithJson } from '../respond.ts';
import { type Block, blocksOf, hasCalls } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, missing, refused } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import type { Script } from '../script.ts';
import type { Tool } from '../tool-calls.ts';

type OllamaBody = {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string; images?: string[]; tool_name?: string }[];
  tools?: Tool[];
};

const CREATED = '2026-11-21T00:00:00Z';
const CUT_LINE = '{"model":"m","message":{"role":"assistant","cont';

/** POST /api/chat: one JSON object per line unless `stream` is false; call arguments are objects. */
export const ollamaChatEndpoint: Endpoint = {
  findMistake({ messages }) {
    if (!Array.isArray(messages) || messages.length === 0) return missing('messages');
    const odd = (messages as { content: unknown }[]).some(({ content }) => Array.isArray(content));
    return odd
      ? refused('json: cannot unmarshal array into messages.content of type string')
      : undefined;
  },
  lastText: (body) => lastText(body as OllamaBody),
  images: ({ messages }) =>
    (messages as OllamaBody['messages']).flatMap(({ images = [] }) => images).length,
  respond: (call) =>
    (call.body as OllamaBody).stream === false ? respondWhole(call) : stream(call),
};

function lastText({ messages }: OllamaBody): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function responseBlocks({ body, script }: Call): Block[] {
  const request = body as OllamaBody;
  return blocksOf(script, request, lastText(request));
}

const line = ({ body }: Call, message: object, rest: object = { done: false }) => ({
  model: (body as OllamaBody).model,
  created_at: CREATED,
  message: { role: 'assistant', content: '', ...message },
  ...rest,
});

async function respondWhole(call: Call): Promise<void> {
  const blocks = responseBlocks(call);
  const calls = blocks.flatMap((block) => (block.kind === 'call' ? [callOf(block)] : []));
  const textOf = (kind: 'text' | 'thinking') =>
    blocks.flatMap((block) => (block.kind === kind ? block.chunks : [])).join('');
  const thinking = textOf('thinking');
  const message = {
    content: textOf('text'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  await respondWithJson(call, line(call, message, lastMembers(call.script, blocks)));
}

/** Streams lines; the last one has `done` and the counts. */
async function stream(call: Call): Promise<void> {
  const events = openEventStream(call, 'application/x-ndjson');
  if (await breakAtStart(call, events)) return;
  const send = (value: object) => events.sendText(`${JSON.stringify(value)}\n`);
  const blocks = responseBlocks(call);
  const messages = blocks.flatMap(messagesOf);
  const half = Math.ceil(messages.length / 2);
  for (const message of messages.slice(0, half)) await send(line(call, message));
  if (await breakHalfway(call, events, CUT_LINE)) return;
  for (const message of messages.slice(half)) await send(line(call, message));
  if (call.script.fault !== 'no-done') await send(line(call, {}, lastMembers(call.script, blocks)));
  events.end();
}

function messagesOf(block: Block): object[] {
  if (block.kind === 'call') return [{ tool_calls: [callOf(block)] }];
  return block.chunks.map((chunk) =>
    block.kind === 'text' ? { content: chunk } : { thinking: chunk },
  );
}

const callOf = ({ name, args }: Extract<Block, { kind: 'call' }>) => ({
  function: { name, arguments: JSON.parse(args) as unknown },
});

/** The counts of the last line; the prompt's is missing if all of it was cached. */
function lastMembers(script: Script, blocks: readonly Block[]): object {
  const reason = script.finish_reason === 'length' && !hasCalls(blocks) ? 'length' : 'stop';
  const end = { done: true, done_reason: reason, total_duration: 5_000_000 };
  if (script.fault === 'no-usage') return end;
  const none = script.fault === 'zero-usage';
  return {
    ...end,
    prompt_eval_count: none ? 0 : script.prompt_tokens,
    eval_count: none ? 0 : script.completion_tokens,
  };
}
