import { respondWithJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { type Block, blocksOf, hasCalls } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, missing } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';
import { openEventStream } from '../event-stream.ts';
import type { Script } from '../script.ts';

interface Content {
  Type: string;
  Text?: string;
}
interface HunyuanBody {
  Model: string;
  Messages: { Role: string; Content?: string; Contents?: Content[]; ToolCallId?: string }[];
  Stream?: boolean;
  Tools?: { Type: string; Function: { Name: string; Parameters: unknown } }[];
  ToolChoice?: string;
}

const MEMBERS =
  'Model Messages Stream Temperature TopP Seed Stop Tools ToolChoice CustomTool'.split(' ');
const HEAD = { Id: 'simulated', Created: 1_760_000_000, Note: '以上内容为AI生成' };
const CUT_EVENT = 'data: {"Id":"simulated","Choices":[{"Delta":{"Content":"cut he';

/** The action ChatCompletions. */
export const hunyuanChat: Endpoint = {
  modelOptional: true,
  findMistake,
  lastText: (body) => lastText(body as unknown as HunyuanBody),
  images: (body) =>
    (body as unknown as HunyuanBody).Messages.flatMap(({ Contents = [] }) => Contents).filter(
      ({ Type }) => Type === 'image_url',
    ).length,
  respond: (call) => (call.body['Stream'] === true ? stream(call) : respondWhole(call)),
};

const invalid = (message: string): ErrorBody => ({ message, type: '', code: null });

/** Tencent Cloud refuses unknown members; schemas are strings. */
function findMistake(body: JsonObject): ErrorBody | undefined {
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown) return invalid(`The parameter \`${unknown}\` is not recognized.`);
  const { Model, Messages, Tools = [] } = body as unknown as Partial<HunyuanBody>;
  if (typeof Model !== 'string') return missing('Model');
  if (!Array.isArray(Messages) || Messages.length === 0) return missing('Messages');
  if (Messages.some(({ Role, ToolCallId }) => Role === 'tool' && !ToolCallId))
    return missing('Messages.ToolCallId');
  if (Tools.some((tool) => typeof tool.Function.Parameters !== 'string'))
    return invalid('Tools.Function.Parameters must be a string');
  return undefined;
}

function lastText({ Messages }: HunyuanBody): string {
  const userMessage = Messages.findLast(({ Role }) => Role === 'user');
  return (
    userMessage?.Content ?? (userMessage?.Contents ?? []).map(({ Text = '' }) => Text).join('')
  );
}

function responseBlocks({ body, script }: Call): Block[] {
  const request = body as unknown as HunyuanBody;
  const { Messages, Tools, ToolChoice } = request;
  return blocksOf(
    script,
    {
      messages: Messages.map(({ Role }) => ({ role: Role })),
      ...(Tools
        ? { tools: Tools.map((tool) => ({ function: { name: tool.Function.Name } })) }
        : {}),
      tool_choice: ToolChoice,
    },
    lastText(request),
  );
}

const callOf = (block: Extract<Block, { kind: 'call' }>, index: number) => ({
  Id: block.id,
  Type: 'function',
  Index: index,
  Function: { Name: block.name, Arguments: block.args },
});

async function respondWhole(call: Call): Promise<void> {
  const blocks = responseBlocks(call);
  const textOf = (kind: string) =>
    blocks
      .flatMap((block) => (block.kind === kind && block.kind !== 'call' ? block.chunks : []))
      .join('');
  const calls = blocks.filter((block) => block.kind === 'call').map(callOf);
  const Message = {
    Role: 'assistant',
    Content: textOf('text'),
    ReasoningContent: textOf('thinking'),
    ...(calls.length > 0 ? { ToolCalls: calls } : {}),
  };
  const Choices = [{ Index: 0, FinishReason: finishOf(call.script, blocks), Message }];
  await respondWithJson(call, {
    Response: { ...HEAD, Choices, ...usageOf(call.script), RequestId: 'simulated' },
  });
}

/** Streams a response with usage in every chunk. */
async function stream(call: Call): Promise<void> {
  const { script } = call;
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const blocks = responseBlocks(call);
  let calls = 0;
  const deltas = blocks.flatMap((block): object[] => {
    if (block.kind === 'call') return [{ Content: '', ToolCalls: [callOf(block, calls++)] }];
    return block.chunks.map((chunk) =>
      block.kind === 'text' ? { Content: chunk } : { Content: '', ReasoningContent: chunk },
    );
  });
  const send = (delta: object, finish = '') =>
    events.send({
      ...HEAD,
      Choices: [{ Index: 0, Delta: { Role: 'assistant', ...delta }, FinishReason: finish }],
      ...usageOf(script),
    });
  const half = Math.ceil(deltas.length / 2);
  for (const delta of deltas.slice(0, half)) await send(delta);
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const delta of deltas.slice(half)) await send(delta);
  await send({ Content: '' }, finishOf(script, blocks));
  if (script.fault !== 'no-done') await events.sendText('data: [DONE]\n\n');
  events.end();
}

function finishOf({ finish_reason }: Script, blocks: readonly Block[]): string {
  return hasCalls(blocks) ? 'tool_calls' : finish_reason;
}

function usageOf({ fault, prompt_tokens, completion_tokens }: Script): object {
  if (fault === 'no-usage') return {};
  const none = fault === 'zero-usage';
  const PromptTokens = none ? 0 : prompt_tokens;
  const CompletionTokens = none ? 0 : completion_tokens;
  const TotalTokens = PromptTokens + CompletionTokens;
  return { Usage: { PromptTokens, CompletionTokens, TotalTokens } };
}
