import type { ChatBody } from '../chat-body.ts';
import type { JsonObject } from '../json-object.ts';
import type { Rule } from './rule.ts';

const DEEPSEEK = /^deepseek-(?:v[4-9]|flash|reasoner)/;
const KIMI = /^kimi-k(?:2\.[5-9]|[3-9])/;
const isModel = (body: JsonObject, pattern: RegExp) => pattern.test(String(body['model']));
const thinks = ({ thinking }: JsonObject) =>
  (thinking as { type?: string } | undefined)?.type !== 'disabled';

/** Finds the turn that calls tools and has no reasoning. */
function findThoughtless(body: JsonObject): number | undefined {
  const at = (body as ChatBody).messages.findIndex(
    ({ tool_calls, reasoning_content }) =>
      (tool_calls?.length ?? 0) > 0 && (reasoning_content ?? '') === '',
  );
  return at === -1 ? undefined : at;
}

/** What providers refuse that require the reasoning before a tool call to be sent back. */
export const reasoningContentRules: readonly Rule[] = [
  {
    id: 'deepseek/reasoning-returned',
    vendor: 'deepseek',
    refusal: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    source: 'qwersyk/Newelle#404, langchain-ai/docs#3765, openai/codex#46193',
    mark: 'I',
    find: (body) =>
      isModel(body, DEEPSEEK) && thinks(body) && findThoughtless(body) !== undefined
        ? []
        : undefined,
  },
  {
    id: 'deepseek/free-tool-choice',
    vendor: 'deepseek',
    refusal: 'Thinking mode does not support this tool_choice',
    source: 'deepseek-ai/DeepSeek-V3#1376',
    mark: 'I',
    find(body) {
      const choice = body['tool_choice'] ?? 'auto';
      const isFree = choice === 'auto' || choice === 'none';
      return isModel(body, DEEPSEEK) && thinks(body) && !isFree ? [] : undefined;
    },
  },
  {
    id: 'moonshot/reasoning-returned',
    vendor: 'moonshot',
    refusal:
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index {0}',
    source: 'QuantumNous/new-api#3121',
    mark: 'I',
    find(body) {
      if (!isModel(body, KIMI) || !thinks(body)) return undefined;
      const at = findThoughtless(body);
      return at === undefined ? undefined : [at];
    },
  },
];
