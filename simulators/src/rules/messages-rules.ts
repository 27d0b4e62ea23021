import { blocksOf, type MessagesBody } from '../anthropic/messages-body.ts';
import type { JsonObject } from '../json-object.ts';
import { messagesSchemaRules } from './schema-rules.ts';
import { messagesModelRules } from './messages-model-rules.ts';
import { messagesTextRules } from './messages-text-rules.ts';
import { messagesThinkingRules } from './messages-thinking-rules.ts';
import type { Rule } from './rule.ts';

const messagesOf = (body: JsonObject) => (body as MessagesBody).messages;
const toolIds = (body: JsonObject) =>
  messagesOf(body).flatMap(({ content }) =>
    blocksOf(content).flatMap(({ type, id = '' }) => (type === 'tool_use' ? [id] : [])),
  );

/** Finds, for each assistant turn, its calls and the results in the next message. */
function findPairing(
  body: JsonObject,
  judge: (called: string[], results: string[]) => string | undefined,
) {
  const messages = messagesOf(body);
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const called = blocksOf(content).flatMap(({ type, id = '' }) =>
      type === 'tool_use' ? [id] : [],
    );
    const results = blocksOf(messages[index + 1]?.content ?? []).flatMap(({ tool_use_id }) =>
      tool_use_id === undefined ? [] : [tool_use_id],
    );
    const odd = judge(called, results);
    if (odd !== undefined) return { index, odd };
  }
  return undefined;
}

const toolRules: readonly Rule[] = [
  {
    id: 'anthropic/tool-id-alphabet',
    vendor: 'anthropic',
    refusal: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$': {0}",
    source: 'PyPI litellm 1.106.2',
    mark: 'C',
    basic: true,
    find(body) {
      const odd = toolIds(body).find((id) => !/^[a-zA-Z0-9_-]+$/.test(id));
      return odd === undefined ? undefined : [odd];
    },
  },
  {
    id: 'anthropic/tool-ids-unique',
    vendor: 'anthropic',
    refusal: 'messages: tool_use ids must be unique',
    source: 'remembered',
    mark: 'N',
    basic: true,
    find(body) {
      const ids = toolIds(body);
      return new Set(ids).size < ids.length ? [] : undefined;
    },
  },
  {
    id: 'anthropic/result-has-call',
    vendor: 'anthropic',
    refusal: 'messages.{0}: unexpected tool_use_id found in tool_result blocks: {1}',
    source: 'remembered; the text stands in many issues',
    mark: 'N',
    basic: true,
    find(body) {
      const pairing = findPairing(body, (called, results) =>
        results.find((id) => !called.includes(id)),
      );
      return pairing && [pairing.index + 1, pairing.odd];
    },
  },
  {
    id: 'anthropic/call-has-result',
    vendor: 'anthropic',
    refusal:
      'messages.{0}: tool_use ids were found without tool_result blocks immediately after: {1}',
    source: 'remembered; the text stands in many issues',
    mark: 'N',
    basic: true,
    find(body) {
      const pairing = findPairing(body, (called, results) =>
        called.find((id) => !results.includes(id)),
      );
      return pairing && [pairing.index, pairing.odd];
    },
  },
  {
    id: 'anthropic/results-first',
    vendor: 'anthropic',
    refusal:
      'messages.{0}: tool_use ids were found without tool_result blocks immediately after: text stands before them',
    source: 'platform.claude.com/docs tool use (handle tool calls): tool_result blocks come first',
    mark: 'D',
    find(body) {
      const at = messagesOf(body).findIndex(({ content }) => {
        const types = blocksOf(content).map(({ type }) => type);
        return (
          types.lastIndexOf('tool_result') > types.findIndex((type) => type !== 'tool_result') &&
          types.some((type) => type !== 'tool_result')
        );
      });
      return at === -1 ? undefined : [at - 1];
    },
  },
  {
    id: 'anthropic/history-needs-tools',
    vendor: 'anthropic',
    refusal: 'Requests which include `tool_use` or `tool_result` blocks must define tools',
    source: 'PyPI litellm 1.106.2, which adds a dummy tool',
    mark: 'C',
    find: (body) => (toolIds(body).length > 0 && body['tools'] === undefined ? [] : undefined),
  },
  {
    id: 'anthropic/tool-schema-root',
    vendor: 'anthropic',
    refusal:
      'tools.{0}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    source: 'langchain-ai/langchain#39271, dearlordylord/huly-mcp#66',
    mark: 'I',
    find(body) {
      const at = ((body as MessagesBody).tools ?? []).findIndex(({ input_schema: schema }) =>
        schema
          ? ['oneOf', 'allOf', 'anyOf'].some((name) => name in schema) ||
            schema['type'] !== 'object'
          : false,
      );
      return at === -1 ? undefined : [at];
    },
  },
];

const MEMBERS = new Set(
  'model messages max_tokens system tools tool_choice thinking output_config output_format stream temperature top_p top_k stop_sequences metadata service_tier container context_management mcp_servers cache_control speed inference_geo thread fallbacks diagnostics user_profile_id'.split(
    ' ',
  ),
);

const shapeRules: readonly Rule[] = [
  {
    id: 'anthropic/known-members',
    vendor: 'anthropic',
    refusal: '{0}: Extra inputs are not permitted',
    source: 'npm @anthropic-ai/sdk 1.11.0 (MessageCreateParams); the text stands in many issues',
    mark: 'D',
    find(body) {
      const odd = Object.keys(body).find((name) => !MEMBERS.has(name));
      return odd === undefined ? undefined : [odd];
    },
  },
  {
    id: 'anthropic/user-first',
    vendor: 'anthropic',
    refusal: 'messages: first message must use the "user" role',
    source: 'remembered',
    mark: 'N',
    find: (body) => (messagesOf(body)[0]?.role === 'user' ? undefined : []),
  },
  {
    id: 'anthropic/cache-marks',
    vendor: 'anthropic',
    refusal: 'A maximum of 4 blocks with cache_control may be provided. Found {0}.',
    source: 'npm @anthropic-ai/sdk 1.11.0; the text stands in many issues',
    mark: 'D',
    find(body) {
      const count = JSON.stringify(body).split('"cache_control":{').length - 1;
      return count > 4 ? [count] : undefined;
    },
  },
];

/** What Anthropic refuses. */
export const messagesRules: readonly Rule[] = [
  ...toolRules,
  ...messagesThinkingRules,
  ...messagesTextRules,
  ...shapeRules,
  ...messagesModelRules,
  ...messagesSchemaRules,
];
