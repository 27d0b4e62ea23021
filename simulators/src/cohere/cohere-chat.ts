import { respondWithJson } from '../respond.ts';
import { type Block, blocksOf, halves, hasCalls } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type ChatBody, countImages, lastUserText } from '../chat-body.ts';
import { type Call, type Endpoint, missing, refused } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import type { Script } from '../script.ts';

const CUT_EVENT = 'event: content-delta\ndata: {"type":"content-delta","index":0,"delta":{"mess';
/** Members of OpenAI's body that Cohere refuses with 422. */
const UNKNOWN = ['top_p', 'stop', 'stream_options', 'n', 'user', 'reasoning_effort'];
const FINISH_REASONS: Record<string, string> = { stop: 'COMPLETE', length: 'MAX_TOKENS' };

type Event = { type: string; [member: string]: unknown };

/** POST /v2/chat: messages in OpenAI's format, everything else in Cohere's own. */
export const cohereChatEndpoint: Endpoint = {
  findMistake(body) {
    const { messages } = body as Partial<ChatBody>;
    if (!Array.isArray(messages) || messages.length === 0) return missing('messages');
    const unknown = UNKNOWN.find((name) => body[name] !== undefined);
    return unknown === undefined ? undefined : refused(`invalid request: unknown '${unknown}'`);
  },
  lastText: (body) => lastUserText(body as ChatBody),
  images: (body) => countImages(body as ChatBody),
  respond: (call) => ((call.body as ChatBody).stream ? stream(call) : respondWhole(call)),
};

function responseBlocks({ body, script }: Call): Block[] {
  const request = body as ChatBody;
  const choice = request.tool_choice === 'REQUIRED' ? 'required' : request.tool_choice;
  return blocksOf(script, { ...request, tool_choice: choice }, lastUserText(request));
}

async function respondWhole(call: Call): Promise<void> {
  const blocks = responseBlocks(call);
  const usage = usageOf(call.script);
  const calls = blocks.flatMap((block) =>
    block.kind === 'call' ? [{ ...callHead(block), function: functionOf(block) }] : [],
  );
  const content = blocks.flatMap((block) => {
    if (block.kind === 'call') return [];
    const text = block.chunks.join('');
    return [block.kind === 'text' ? { type: 'text', text } : { type: 'thinking', thinking: text }];
  });
  await respondWithJson(call, {
    id: 'cohere-simulated',
    finish_reason: finishReason(call.script, blocks),
    message: {
      role: 'assistant',
      ...(content.length > 0 ? { content } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
    ...(usage ? { usage } : {}),
  });
}

/** Streams a response: a start, contents and calls in chunks, an end with the usage. */
async function stream(call: Call): Promise<void> {
  const { script } = call;
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const send = (event: Event) =>
    events.sendText(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  await send({
    type: 'message-start',
    id: 'cohere-simulated',
    delta: { message: { role: 'assistant', content: [], tool_calls: [] } },
  });
  const blocks = responseBlocks(call);
  const chunks = blocks.flatMap(blockEvents);
  const half = Math.ceil(chunks.length / 2);
  for (const event of chunks.slice(0, half)) await send(event);
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const event of chunks.slice(half)) await send(event);
  const usage = usageOf(script);
  if (script.fault !== 'no-done')
    await send({
      type: 'message-end',
      delta: { finish_reason: finishReason(script, blocks), ...(usage ? { usage } : {}) },
    });
  events.end();
}

function blockEvents(block: Block, index: number): Event[] {
  const message = (type: string, inner: object): Event => ({
    type,
    index,
    delta: { message: inner },
  });
  if (block.kind === 'call') {
    const { name, arguments: args } = functionOf(block);
    const head = { ...callHead(block), function: { name, arguments: '' } };
    return [
      message('tool-call-start', { tool_calls: head }),
      ...halves(args).map((chunk) =>
        message('tool-call-delta', { tool_calls: { function: { arguments: chunk } } }),
      ),
      { type: 'tool-call-end', index },
    ];
  }
  const member = block.kind === 'text' ? 'text' : 'thinking';
  return [
    message('content-start', { content: { type: member, [member]: '' } }),
    ...block.chunks.map((chunk) => message('content-delta', { content: { [member]: chunk } })),
    { type: 'content-end', index },
  ];
}

type CallBlock = Extract<Block, { kind: 'call' }>;
const callHead = ({ id }: CallBlock) => ({ id, type: 'function' });
const functionOf = ({ name, args }: CallBlock) => ({ name, arguments: args });

function finishReason({ finish_reason }: Script, blocks: readonly Block[]): string {
  return hasCalls(blocks) ? 'TOOL_CALL' : (FINISH_REASONS[finish_reason] ?? 'COMPLETE');
}

/** Actual tokens, and those that Cohere bills. */
function usageOf(script: Script): object | undefined {
  if (script.fault === 'no-usage') return undefined;
  const none = script.fault === 'zero-usage';
  const input = none ? 0 : script.prompt_tokens;
  const output = none ? 0 : script.completion_tokens;
  return {
    billed_units: { input_tokens: Math.floor(input / 2), output_tokens: output },
    tokens: { input_tokens: input, output_tokens: output },
    cached_tokens: script.cached_tokens,
  };
}
