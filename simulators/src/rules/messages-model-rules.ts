import { blocksOf, type MessagesBody } from '../anthropic/messages-body.ts';
import type { JsonObject } from '../json-object.ts';
import type { Rule } from './rule.ts';
import { findLooseSchema } from './strict-schema.ts';

const CATALOG = 'npm @ai-sdk/anthropic 4.0.105 (model catalog)';
/** Models without temperature, top_p or top_k. */
const NO_SAMPLING = /^claude-(?:opus-(?:4-[78]|5)|sonnet-5|haiku-5-5|fable|mythos)/;
const NO_FORCED_TOOL = /^claude-(?:sonnet-5-5|opus-5-5|fable-5-[12]|mythos-5-[12])/;
const SYSTEM_TURNS = /^claude-(?:opus-(?:4-8|5)|sonnet-5|haiku-5-5|fable|mythos)/;
const NO_PREFILL = /^claude-(?:opus-(?:4-[678]|5)|sonnet-(?:4-6|5)|haiku-5-5|fable|mythos)/;
/** Modes of thinking by model; the first match applies. */
const THINKING: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^claude-(?:opus-5-5|fable|mythos)/, ['adaptive']],
  [/^claude-sonnet-5-5/, ['adaptive', 'between_tools']],
  [/^claude-(?:opus-5|haiku-5-5|opus-4-[78]|sonnet-5)/, ['adaptive', 'disabled']],
  [/^claude-(?:opus-4-6|sonnet-4-6)/, ['adaptive', 'enabled', 'disabled']],
  [/^claude-/, ['enabled', 'disabled']],
];

const bodyOf = (body: JsonObject) => body as MessagesBody;
const forces = (body: JsonObject) => ['any', 'tool'].includes(bodyOf(body).tool_choice?.type ?? '');
const isManual = (body: JsonObject) => bodyOf(body).thinking?.type === 'enabled';

/** Parameters that Anthropic's models refuse. */
export const messagesModelRules: readonly Rule[] = [
  {
    id: 'anthropic/no-prefill',
    vendor: 'anthropic',
    refusal:
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    source: `vercel/ai#12296; ${CATALOG}`,
    mark: 'I',
    find(body) {
      const { model, messages } = bodyOf(body);
      const last = messages.at(-1);
      const isPrefill = last?.role === 'assistant' && blocksOf(last.content).length > 0;
      return isPrefill && NO_PREFILL.test(model) ? [] : undefined;
    },
  },
  {
    id: 'anthropic/no-system-turns',
    vendor: 'anthropic',
    refusal: "messages.{0}: role 'system' is not supported on this model",
    source:
      'crate gproxy-transform 2.6.1; platform.claude.com/docs mid-conversation-system-messages; the text stands in many issues',
    mark: 'D',
    basic: true,
    find(body) {
      const { model, messages } = bodyOf(body);
      const at = messages.findIndex(({ role }) => role === 'system');
      return at === -1 || SYSTEM_TURNS.test(model) ? undefined : [at];
    },
  },
  {
    id: 'anthropic/system-turn-place',
    vendor: 'anthropic',
    refusal:
      'messages.{0}: a system message must follow a user message, and precede an assistant message or end',
    source:
      'platform.claude.com/docs mid-conversation-system-messages (placement rules); the text is ours',
    mark: 'D',
    basic: true,
    find(body) {
      const roles = bodyOf(body).messages.map(({ role }) => role);
      const at = roles.findIndex(
        (role, index) =>
          role === 'system' &&
          (roles[index - 1] !== 'user' || (roles[index + 1] ?? 'assistant') !== 'assistant'),
      );
      return at === -1 ? undefined : [at];
    },
  },
  {
    id: 'anthropic/no-sampling',
    vendor: 'anthropic',
    refusal: '`{0}` is not supported on this model.',
    source: `${CATALOG}; platform.claude.com/docs models/opus-5-5/migration-guide`,
    mark: 'D',
    find(body) {
      if (!NO_SAMPLING.test(bodyOf(body).model)) return undefined;
      const odd = ['temperature', 'top_p', 'top_k'].find((name) => body[name] !== undefined);
      return odd === undefined ? undefined : [odd];
    },
  },
  {
    id: 'anthropic/thinking-modes',
    vendor: 'anthropic',
    refusal:
      '"thinking.type.{0}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking.',
    source: `platform.claude.com/docs models/opus-5-5/whats-new-opus-5-5; ${CATALOG}`,
    mark: 'D',
    find(body) {
      const { model, thinking } = bodyOf(body);
      const accepted = THINKING.find(([pattern]) => pattern.test(model))?.[1];
      return !thinking || !accepted || accepted.includes(thinking.type)
        ? undefined
        : [thinking.type];
    },
  },
  {
    id: 'anthropic/no-forced-tool',
    vendor: 'anthropic',
    refusal: 'tool_choice: type "tool" and "any" are not supported for this model.',
    source: 'can1357/oh-my-pi#12939',
    mark: 'I',
    find: (body) => (forces(body) && NO_FORCED_TOOL.test(bodyOf(body).model) ? [] : undefined),
  },
  {
    id: 'anthropic/no-forced-tool-while-thinking',
    vendor: 'anthropic',
    refusal: 'Thinking may not be enabled when tool_choice forces tool use.',
    source: 'remembered; manual mode',
    mark: 'N',
    find: (body) => (forces(body) && isManual(body) ? [] : undefined),
  },
  {
    id: 'anthropic/thinking-budget',
    vendor: 'anthropic',
    refusal:
      '`max_tokens` must be greater than `thinking.budget_tokens`, which must be at least 1024.',
    source: 'platform.claude.com/docs extended thinking; the wording is remembered',
    mark: 'D',
    find(body) {
      const { thinking, max_tokens = 0 } = bodyOf(body);
      const budget = thinking?.budget_tokens ?? 0;
      return isManual(body) && (budget < 1024 || budget >= max_tokens) ? [] : undefined;
    },
  },
  {
    id: 'anthropic/thinking-temperature',
    vendor: 'anthropic',
    refusal: '`temperature` may only be set to 1 when thinking is enabled.',
    source: 'remembered; manual mode',
    mark: 'N',
    find: (body) => (isManual(body) && (body['temperature'] ?? 1) !== 1 ? [] : undefined),
  },
  {
    id: 'anthropic/choice-needs-tools',
    vendor: 'anthropic',
    refusal: 'tool_choice may only be specified while providing tools.',
    source: 'remembered',
    mark: 'N',
    find: (body) => (bodyOf(body).tool_choice && !bodyOf(body).tools ? [] : undefined),
  },
  {
    id: 'anthropic/strict-schema',
    vendor: 'anthropic',
    refusal:
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    source: 'npm @ai-sdk/anthropic 4.0.105 (schema files)',
    mark: 'C',
    find(body) {
      const { format } = bodyOf(body).output_config ?? {};
      return format && isOpen(format.schema) ? [] : undefined;
    },
  },
];

/** Whether an object in the schema allows additional members; optional ones are accepted. */
function isOpen(schema: object | undefined): boolean {
  return findLooseSchema(schema && requireAll(schema)) !== undefined;
}

/** Makes every member of the schema required, so that only open objects remain to be found. */
function requireAll(value: object): object {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => {
    const properties = (one as { properties?: object } | null)?.properties;
    return properties ? { ...(one as object), required: Object.keys(properties) } : one;
  }) as object;
}
