import type { PromptMembers } from '../token-estimator/prompt-members.ts';
import type { Dialect } from '../ir/dialect.ts';
import { LIMIT_NAMES } from '../limits/sent-limits.ts';

/** The dialects that the fast path of OpenAI's chat does not read. */
export type OtherDialect = Exclude<Dialect, 'openai-chat'>;

/** The required member of each dialect. */
export const REQUIRED_MEMBER: Readonly<Record<OtherDialect, string>> = {
  'openai-responses': 'input',
  'anthropic-messages': 'messages',
  'gemini-generate': 'contents',
};

/** Members that limit responses, in any API. */
const COMMON: readonly string[] = [...LIMIT_NAMES, 'n', 'best_of', 'options'];

/** Members of large bodies that the gateway parses; the rest is only estimated. */
export const READ_MEMBERS: Readonly<Record<OtherDialect, ReadonlySet<string>>> = {
  'openai-responses': new Set([
    'model',
    'stream',
    'stream_options',
    ...COMMON,
    'previous_response_id',
    'reasoning',
    'store',
  ]),
  'anthropic-messages': new Set(['model', 'stream', 'stream_options', ...COMMON]),
  'gemini-generate': new Set(['generationConfig', 'generation_config', ...COMMON]),
};

/** Members that a model reads, and whether they may hold media or only text. */
export const PROMPT_MEMBERS: Readonly<Record<OtherDialect, PromptMembers>> = {
  'openai-responses': new Map([
    ['input', 'media'],
    ['instructions', 'media'],
    ['prompt', 'media'],
    ['tools', 'text'],
    ['text', 'text'],
  ]),
  'anthropic-messages': new Map([
    ['messages', 'media'],
    ['system', 'media'],
    ['tools', 'text'],
    ['output_config', 'text'],
    ['output_format', 'text'],
  ]),
  'gemini-generate': new Map([
    ['contents', 'media'],
    ['systemInstruction', 'media'],
    ['system_instruction', 'media'],
    ['tools', 'text'],
  ]),
};

/** Members of embedContent and batchEmbedContents. */
export const EMBEDDING_MEMBERS: PromptMembers = new Map([
  ['content', 'media'],
  ['requests', 'media'],
]);
