import { respondWithJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { type Block, blocksOf } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, missing } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';
import { openEventStream } from '../event-stream.ts';
import type { Script } from '../script.ts';

interface BaiduBody {
  messages: { role: string; content: string; name?: string }[];
  stream?: boolean;
  functions?: { name: string }[];
  tool_choice?: { function: { name: string } };
}

const CUT_EVENT = 'data: {"id":"as-simulated","result":"cut he';
const HEAD = { id: 'as-simulated', object: 'chat.completion', created: 1_760_000_000 };

/** POST /chat/{model} of the Wenxin workshop. */
export const baiduChat: Endpoint = {
  modelOptional: true,
  findMistake,
  lastText: (body) => lastText(body as unknown as BaiduBody),
  respond: (call) => (call.body['stream'] === true ? stream(call) : respondWhole(call)),
};

const invalid = (message: string): ErrorBody => ({ message, type: '', code: null });

/** Messages must alternate: user or function, then assistant, with the user first and last. */
function findMistake(body: JsonObject): ErrorBody | undefined {
  const { messages } = body as unknown as Partial<BaiduBody>;
  if (!Array.isArray(messages) || messages.length === 0) return missing('messages');
  if (messages.length % 2 === 0) return invalid('the length of messages must be an odd number');
  for (const [index, { role, content, name }] of messages.entries()) {
    const allowed = index % 2 === 1 ? ['assistant'] : index === 0 ? ['user'] : ['user', 'function'];
    if (!allowed.includes(role)) return invalid(`the role of message[${index}] is not right`);
    if (typeof content !== 'string') return invalid(`message[${index}].content is no string`);
    if (role === 'function' && !name) return invalid(`message[${index}].name is empty`);
    if (role === 'user' && content === '') return invalid(`message[${index}].content is empty`);
  }
  return undefined;
}

function lastText({ messages }: BaiduBody): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function responseBlocks({ body, script }: Call): Block[] {
  const { messages, functions, tool_choice } = body as unknown as BaiduBody;
  const hasFunctionResult = messages.at(-1)?.role === 'function';
  const request = {
    messages: [{ role: hasFunctionResult ? 'tool' : 'user' }],
    ...(functions ? { tools: functions.map(({ name }) => ({ function: { name } })) } : {}),
    tool_choice,
    parallel_tool_calls: false,
  };
  return blocksOf(script, request, lastText({ messages }));
}

async function respondWhole(call: Call): Promise<void> {
  const blocks = responseBlocks(call);
  const text = blocks.flatMap((block) => (block.kind === 'text' ? block.chunks : [])).join('');
  await respondWithJson(call, { ...HEAD, result: text, ...ending(call.script, blocks) });
}

/** Streams the text; the last event has the finish reason and the tool calls. */
async function stream(call: Call): Promise<void> {
  const { script } = call;
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const blocks = responseBlocks(call);
  const chunks = blocks.flatMap((block) => (block.kind === 'text' ? block.chunks : []));
  let sentence = 0;
  const sendChunk = (result: string) =>
    events.send({ ...HEAD, sentence_id: sentence++, is_end: false, result, ...usageOf(script) });
  const half = Math.ceil(chunks.length / 2);
  for (const chunk of chunks.slice(0, half)) await sendChunk(chunk);
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const chunk of chunks.slice(half)) await sendChunk(chunk);
  const last = { ...HEAD, sentence_id: sentence, is_end: true, result: '' };
  if (script.fault !== 'no-done') await events.send({ ...last, ...ending(script, blocks) });
  events.end();
}

function ending(script: Script, blocks: readonly Block[]): object {
  const call = blocks.find((block) => block.kind === 'call');
  const reasons: Record<string, string> = { stop: 'normal' };
  return {
    is_truncated: script.finish_reason === 'length',
    need_clear_history: false,
    ...(call ? { function_call: { name: call.name, arguments: call.args, thoughts: '' } } : {}),
    finish_reason: call ? 'function_call' : (reasons[script.finish_reason] ?? script.finish_reason),
    ...usageOf(script),
  };
}

function usageOf({ fault, prompt_tokens, completion_tokens }: Script): object {
  if (fault === 'no-usage') return {};
  const none = fault === 'zero-usage';
  return {
    usage: {
      prompt_tokens: none ? 0 : prompt_tokens,
      completion_tokens: none ? 0 : completion_tokens,
      total_tokens: none ? 0 : prompt_tokens + completion_tokens,
    },
  };
}
