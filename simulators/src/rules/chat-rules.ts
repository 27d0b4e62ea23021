import type { ChatBody, ChatMessage } from '../chat-body.ts';
import type { JsonObject } from '../json-object.ts';
import { chatSchemaRules } from './schema-rules.ts';
import { chatModelRules } from './chat-model-rules.ts';
import { reasoningContentRules } from './reasoning-content-rules.ts';
import type { Rule } from './rule.ts';

const CALL_ID_LENGTH_MAX = 40;
const messagesOf = (body: JsonObject) => (body as ChatBody).messages;
const callsOf = ({ tool_calls }: ChatMessage) => tool_calls ?? [];

/** What OpenAI refuses in a history of chat completions. */
const historyRules: readonly Rule[] = [
  {
    id: 'openai-chat/result-answers-call',
    vendor: 'openai-chat',
    refusal:
      "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    source: 'remembered; the text stands in many issues',
    mark: 'N',
    basic: true,
    find: (body) => (pairing(messagesOf(body)).orphan === undefined ? undefined : []),
  },
  {
    id: 'openai-chat/call-id-length',
    vendor: 'openai-chat',
    refusal: `Invalid 'messages[{0}].tool_calls[{1}].id': string too long. Expected a string with maximum length ${CALL_ID_LENGTH_MAX}.`,
    source: 'microsoft/autogen#6377, langgenius/dify#28987, BerriAI/litellm#17343',
    mark: 'I',
    code: 'string_above_max_length',
    basic: true,
    find(body) {
      for (const [index, message] of messagesOf(body).entries()) {
        const long = callsOf(message).findIndex(({ id }) => id.length > CALL_ID_LENGTH_MAX);
        if (long !== -1) return [index, long];
      }
      return undefined;
    },
  },
  {
    id: 'openai-chat/calls-answered',
    vendor: 'openai-chat',
    refusal:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': {0}",
    source: 'jeffdafoe/llm-memory-api#179; text in many issues',
    mark: 'I',
    basic: true,
    find(body) {
      const { open } = pairing(messagesOf(body));
      return open.length === 0 ? undefined : [open.join(', ')];
    },
  },
  {
    id: 'openai-chat/roles',
    vendor: 'openai-chat',
    refusal:
      "Invalid value: '{0}'. Supported values are: 'system', 'developer', 'assistant', 'user' and 'tool'.",
    source: 'openai/openai-openapi@f85dbe2 ChatCompletionRequestMessage',
    mark: 'D',
    find(body) {
      const odd = messagesOf(body).find(({ role }) => !ROLES.includes(role));
      return odd && [odd.role];
    },
  },
  {
    id: 'openai-chat/content-present',
    vendor: 'openai-chat',
    refusal: "Invalid value for 'content': expected a string, got null.",
    source: 'remembered; null is taken beside tool_calls and refusal only',
    mark: 'N',
    find: (body) =>
      messagesOf(body).some(
        (message) =>
          (message.content ?? null) === null &&
          callsOf(message).length === 0 &&
          (message.refusal ?? null) === null,
      )
        ? []
        : undefined,
  },
  {
    id: 'openai-chat/no-empty-lists',
    vendor: 'openai-chat',
    refusal:
      "Invalid '{0}': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    source: 'remembered: tools, tool_calls and content refuse []',
    mark: 'N',
    code: 'empty_array',
    find(body) {
      if (isEmptyList(body['tools'])) return ['tools'];
      const at = messagesOf(body).findIndex(({ content }) => isEmptyList(content));
      if (at !== -1) return [`messages[${at}].content`];
      const calls = messagesOf(body).findIndex(({ tool_calls }) => isEmptyList(tool_calls));
      return calls === -1 ? undefined : [`messages[${calls}].tool_calls`];
    },
  },
  {
    id: 'openai-chat/tool-text-only',
    vendor: 'openai-chat',
    refusal: "Invalid content type: '{0}'. Messages with role 'tool' take text parts only.",
    source: 'openai/openai-openapi@f85dbe2 ChatCompletionRequestToolMessageContentPart',
    mark: 'D',
    find(body) {
      const part = messagesOf(body)
        .filter(({ role }) => role === 'tool')
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .find(({ type }) => type !== 'text');
      return part && [part.type];
    },
  },
  {
    id: 'openai-chat/tool-names',
    vendor: 'openai-chat',
    refusal:
      "Invalid 'tools[{0}].function.name': string does not match pattern. Expected '^[a-zA-Z0-9_-]{1,64}$'.",
    source: 'openai/openai-openapi@f85dbe2 FunctionObject',
    mark: 'D',
    find(body) {
      const tools = (body as ChatBody).tools ?? [];
      const at = tools.findIndex(
        ({ function: made }) => made !== undefined && !/^[\w-]{1,64}$/.test(made.name),
      );
      return at === -1 ? undefined : [at];
    },
  },
  {
    id: 'openai-chat/choice-needs-tools',
    vendor: 'openai-chat',
    refusal: "'{0}' is only allowed when 'tools' are specified.",
    source: 'remembered',
    mark: 'N',
    find(body) {
      if (body['tools'] !== undefined) return undefined;
      const odd = ['tool_choice', 'parallel_tool_calls'].find((name) => body[name] !== undefined);
      return odd === undefined ? undefined : [odd];
    },
  },
  {
    id: 'openai-chat/json-is-mentioned',
    vendor: 'openai-chat',
    refusal:
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    source: 'ultimatejimmy/xray.koplugin#33, StefanBratanov/jvm-openai#15',
    mark: 'I',
    find(body) {
      const { response_format: format, messages } = body as ChatBody;
      if (format?.type !== 'json_object') return undefined;
      return /json/i.test(JSON.stringify(messages)) ? undefined : [];
    },
  },
];

const ROLES = ['system', 'developer', 'assistant', 'user', 'tool', 'function'];
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Finds a result without its call, and calls without a result before another role's message. */
function pairing(messages: readonly ChatMessage[]): { orphan?: string; open: string[] } {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.delete(id)) return { orphan: id, open: [] };
      continue;
    }
    if (open.size > 0) break;
    open = new Set(callsOf(message).map(({ id }) => id));
  }
  return { open: [...open] };
}

/** What providers of chat completions refuse: OpenAI, and by model name DeepSeek and Moonshot. */
export const chatRules: readonly Rule[] = [
  ...historyRules,
  ...chatModelRules,
  ...reasoningContentRules,
  ...chatSchemaRules,
];
