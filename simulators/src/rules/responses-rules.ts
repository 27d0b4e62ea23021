import type { JsonObject } from '../json-object.ts';
import type { InputItem, ResponsesBody } from '../responses/responses-body.ts';
import { accountOf, isThoughtOf, thoughtSignature } from '../thought-signature.ts';
import { samplingRule } from './chat-model-rules.ts';
import type { Rule } from './rule.ts';
import { responsesSchemaRules } from './schema-rules.ts';
import { findLooseSchema } from './strict-schema.ts';

const CALL_ID_LENGTH_MAX = 64;
const OUTPUT_TOKENS_MIN = 16;
const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
};
/** Items that may directly follow reasoning: its result, or more reasoning. */
const FOLLOWERS = ['message', 'function_call', 'reasoning', 'custom_tool_call', 'web_search_call'];

const itemsOf = (body: JsonObject): readonly InputItem[] => {
  const { input } = body as ResponsesBody;
  return typeof input === 'string' ? [] : input;
};
const typeOf = ({ type = 'message' }: InputItem) => type;
const thoughtOf = ({ summary = [] }: InputItem) => summary.map(({ text }) => text ?? '').join('');
const hasValidSignature = (item: InputItem, body: JsonObject) =>
  item.encrypted_content === thoughtSignature(`openai${accountOf(body)}`, thoughtOf(item));
/** The response an item was part of: encoded in its id between the prefix and the number. */
const responseOf = (id: string | undefined) => /^(?:rs|fc|msg)_(\w*?)\d+$/.exec(id ?? '')?.[1];

/** Finds outputs without a call, and calls without output. */
function pairing(items: readonly InputItem[]): { orphan?: string; unanswered?: string } {
  const open = new Set<string>();
  for (const { type, call_id = '' } of items) {
    if (type === 'function_call') open.add(call_id);
    if (type === 'function_call_output' && !open.delete(call_id)) return { orphan: call_id };
  }
  const [unanswered] = open;
  return unanswered === undefined ? {} : { unanswered };
}

const itemRules: readonly Rule[] = [
  {
    id: 'openai-responses/item-id-prefix',
    vendor: 'openai-responses',
    refusal: "Invalid 'input[{0}].id': '{1}'. Expected an ID that begins with '{2}'.",
    source: 'openai/codex#33176, jlcodes99/cockpit-tools#2090',
    mark: 'I',
    code: 'invalid_id_prefix',
    basic: true,
    find(body) {
      const prefixOf = (item: InputItem) => PREFIXES[typeOf(item)];
      const isOdd = (item: InputItem) =>
        item.id !== undefined &&
        prefixOf(item) !== undefined &&
        !item.id.startsWith(prefixOf(item) ?? '');
      const at = itemsOf(body).findIndex(isOdd);
      const odd = itemsOf(body)[at];
      return odd && [at, odd.id ?? '', prefixOf(odd) ?? ''];
    },
  },
  {
    id: 'openai-responses/call-id-length',
    vendor: 'openai-responses',
    refusal: `Invalid 'input[{0}].call_id': string too long. Expected a string with maximum length ${CALL_ID_LENGTH_MAX}.`,
    source: 'openai/openai-openapi@f85dbe2; orchidfiles/ungate#41, AnswerDotAI/fastllm#45',
    mark: 'D',
    code: 'string_above_max_length',
    basic: true,
    find(body) {
      const at = itemsOf(body).findIndex(({ call_id = '' }) => call_id.length > CALL_ID_LENGTH_MAX);
      return at === -1 ? undefined : [at];
    },
  },
  {
    id: 'openai-responses/output-has-call',
    vendor: 'openai-responses',
    refusal: 'No tool call found for function call output with call_id {0}.',
    source: 'continuedev/continue#10092',
    mark: 'I',
    basic: true,
    find(body) {
      const { orphan } = pairing(itemsOf(body));
      return orphan === undefined ? undefined : [orphan];
    },
  },
  {
    id: 'openai-responses/call-has-output',
    vendor: 'openai-responses',
    refusal: 'No tool output found for function call {0}.',
    source: 'jeffdafoe/llm-memory-api#179',
    mark: 'I',
    basic: true,
    find(body) {
      const { unanswered } = pairing(itemsOf(body));
      return unanswered === undefined ? undefined : [unanswered];
    },
  },
  {
    id: 'openai-responses/unique-items',
    vendor: 'openai-responses',
    refusal:
      'Duplicate item found with id {0}. Remove duplicate items from your input and try again.',
    source: 'remembered',
    mark: 'N',
    find(body) {
      const ids = itemsOf(body).flatMap(({ type, id }) =>
        id === undefined || type === 'item_reference' ? [] : [id],
      );
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      return twice === undefined ? undefined : [twice];
    },
  },
  {
    id: 'openai-responses/text-types',
    vendor: 'openai-responses',
    refusal: "Invalid value: '{0}'. Supported values are: {1}.",
    source: 'remembered; assistant text is output_text, all other input_text',
    mark: 'N',
    code: 'invalid_value',
    find(body) {
      for (const { role, content } of itemsOf(body)) {
        const [odd, supported] =
          role === 'assistant'
            ? ['input_text', "'output_text' and 'refusal'"]
            : ['output_text', "'input_text', 'input_image' and 'input_file'"];
        if (Array.isArray(content) && content.some(({ type }) => type === odd))
          return [odd, supported];
      }
      return undefined;
    },
  },
];

const reasoningRules: readonly Rule[] = [
  {
    id: 'openai-responses/encrypted-content',
    vendor: 'openai-responses',
    refusal: 'The encrypted content for item {0} could not be verified.',
    source: 'openai/codex#8119, Wei-Shaw/sub2api#2863',
    mark: 'I',
    code: 'invalid_encrypted_content',
    find(body) {
      const odd = itemsOf(body).find(
        (item) =>
          item.type === 'reasoning' &&
          (item.encrypted_content ?? null) !== null &&
          !hasValidSignature(item, body),
      );
      return odd && [odd.id ?? 'reasoning'];
    },
  },
  {
    id: 'openai-responses/stored-items',
    vendor: 'openai-responses',
    refusal:
      "Item with id '{0}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    source: 'vercel/ai#7543, can1357/oh-my-pi#41',
    mark: 'I',
    status: 404,
    find(body) {
      const odd = itemsOf(body).find(
        ({ type, id, encrypted_content }) =>
          type === 'item_reference' ||
          (type === 'reasoning' && id !== undefined && (encrypted_content ?? null) === null),
      );
      return odd && [odd.id ?? ''];
    },
  },
  {
    id: 'openai-responses/json-is-mentioned',
    vendor: 'openai-responses',
    refusal:
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
    source: 'Wei-Shaw/sub2api#3337, miracodeai/mira#267: instructions do not count',
    mark: 'I',
    find(body) {
      const { text, input } = body as ResponsesBody;
      if (text?.format?.type !== 'json_object') return undefined;
      return /json/i.test(JSON.stringify(input)) ? undefined : [];
    },
  },
  {
    id: 'openai-responses/reasoning-has-follower',
    vendor: 'openai-responses',
    refusal: "Item '{0}' of type 'reasoning' was provided without its required following item.",
    source: 'vercel/ai#7099, openai/openai-node#1567',
    mark: 'I',
    find(body) {
      const items = itemsOf(body);
      const odd = items.find((item, index) => {
        const next = items[index + 1];
        const follows = next && FOLLOWERS.includes(typeOf(next)) && next.role !== 'user';
        return item.type === 'reasoning' && item.id !== undefined && !follows;
      });
      return odd && [odd.id ?? ''];
    },
  },
  {
    id: 'openai-responses/call-has-reasoning',
    vendor: 'openai-responses',
    refusal:
      "Item '{0}' of type 'function_call' was provided without its required 'reasoning' item: '{1}'.",
    source:
      'mastra-ai/mastra#8738; npm @ai-sdk/openai 4.0.118 (input conversion): both hang on item ids',
    mark: 'I',
    find(body) {
      const items = itemsOf(body);
      const names = items
        .filter(({ type }) => type === 'reasoning')
        .map(({ id }) => responseOf(id));
      const odd = items.find(
        ({ type, id, call_id }) =>
          type === 'function_call' &&
          isThoughtOf(call_id) &&
          responseOf(id) !== undefined &&
          !names.includes(responseOf(id)),
      );
      return odd && [odd.id ?? '', `rs_${responseOf(odd.id)}0`];
    },
  },
  {
    id: 'openai-responses/own-reasoning-returned',
    vendor: 'openai-responses',
    refusal: "Item of '{0}' was provided without its required 'reasoning' item.",
    source: 'stricter than OpenAI: the gateway shall return what it was given',
    mark: 'N',
    narrow: true,
    find(body) {
      let isKnown = false;
      for (const item of itemsOf(body)) {
        if (item.type === 'reasoning') {
          if (!hasValidSignature(item, body)) return [item.id ?? 'reasoning'];
          isKnown = true;
        }
        const { type, call_id } = item;
        const isOwn = type === 'function_call' && call_id?.startsWith('call_') === true;
        if (isOwn && isThoughtOf(call_id) && !isKnown) return [call_id];
      }
      return undefined;
    },
  },
];

const parameterRules: readonly Rule[] = [
  samplingRule('openai-responses'),
  {
    id: 'openai-responses/output-tokens-min',
    vendor: 'openai-responses',
    refusal: `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${OUTPUT_TOKENS_MIN}, but got {0} instead.`,
    source: 'experientiallabs/experiential#799',
    mark: 'I',
    code: 'integer_below_min_value',
    find({ max_output_tokens: limit }) {
      return typeof limit === 'number' && limit < OUTPUT_TOKENS_MIN ? [limit] : undefined;
    },
  },
  {
    id: 'openai-responses/strict-schema',
    vendor: 'openai-responses',
    refusal:
      "Invalid schema for response_format '{0}': In context={1}, 'additionalProperties' is required to be supplied and to be false.",
    source: 'OpenAI guide structured-outputs (supported schemas)',
    mark: 'D',
    code: 'invalid_json_schema',
    find({ text }) {
      const { format } = (text ?? {}) as {
        format?: { strict?: boolean; name?: string; schema?: object };
      };
      if (format?.strict !== true) return undefined;
      const loose = findLooseSchema(format.schema);
      return loose === undefined ? undefined : [format.name ?? '', loose];
    },
  },
];

/** What OpenAI refuses in a responses request. */
export const responsesRules: readonly Rule[] = [
  ...itemRules,
  ...reasoningRules,
  ...parameterRules,
  ...responsesSchemaRules,
];
