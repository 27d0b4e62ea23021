import { describe, expect, test } from 'vitest';
import { signResponse, signThought } from '../anthropic/messages-signatures.ts';
import type { JsonObject } from '../json-object.ts';
import { thoughtSignature } from '../thought-signature.ts';
import { chatRules } from './chat-rules.ts';
import { generateRules } from './generate-rules.ts';
import { messagesRules } from './messages-rules.ts';
import { responsesRules } from './responses-rules.ts';
import { findBrokenRule, type Rule } from './rule.ts';
import { vendorRules } from './vendor-rules.ts';

interface Examples {
  rules: readonly Rule[];
  /** A request that complies with all rules. */
  good: JsonObject;
  /** By rule name, the changes that make the valid request break it. */
  breaks: Record<string, JsonObject>;
}

const user = { role: 'user', content: 'Hi' };
const called = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const chatCall = (id = 'call_1') => ({
  role: 'assistant',
  content: null,
  tool_calls: [called(id)],
});
const chatResult = { role: 'tool', tool_call_id: 'call_1', content: 'ok' };
const chatTools = [{ type: 'function', function: { name: 'f' } }];
const loop = [user, chatCall(), chatResult];

const chat: Examples = {
  rules: chatRules,
  good: {
    model: 'gpt-5-mini',
    messages: loop,
    tools: [...chatTools, { type: 'custom', custom: { name: 'patch' } }],
    reasoning_effort: 'low',
  },
  breaks: {
    'openai-chat/result-answers-call': { messages: [user, chatResult] },
    'openai-chat/call-id-length': { messages: [user, chatCall('x'.repeat(41))] },
    'openai-chat/calls-answered': { messages: [user, chatCall(), user] },
    'openai-chat/roles': { messages: [{ role: 'model', content: 'x' }] },
    'openai-chat/content-present': { messages: [user, { role: 'assistant', content: null }] },
    'openai-chat/no-empty-lists': { tools: [] },
    'openai-chat/tool-text-only': {
      messages: [user, chatCall(), { ...chatResult, content: [{ type: 'image_url' }] }],
    },
    'openai-chat/tool-names': { tools: [{ type: 'function', function: { name: 'a.b' } }] },
    'openai-chat/json-is-mentioned': { response_format: { type: 'json_object' } },
    'openai-chat/choice-needs-tools': { tools: undefined, tool_choice: 'auto' },
    'openai-chat/max-completion-tokens': { max_tokens: 9 },
    'openai-chat/no-sampling': { temperature: 0.2 },
    'openai-chat/no-stop': { stop: ['END'] },
    'openai-chat/effort-values': { reasoning_effort: 'xhigh' },
    'openai-chat/no-effort-without-reasoning': { model: 'gpt-4o' },
    'openai-chat/functions-with-effort': { model: 'gpt-5.4' },
    'deepseek/reasoning-returned': { model: 'deepseek-v4-pro' },
    'deepseek/free-tool-choice': {
      model: 'deepseek-v4-pro',
      messages: [user],
      tool_choice: 'required',
    },
    'moonshot/reasoning-returned': { model: 'kimi-k2.5' },
    'openai-chat/function-schema': {
      tools: [{ type: 'function', function: { name: 'f', parameters: { anyOf: [] } } }],
    },
    'openai-chat/answer-schema': {
      response_format: { json_schema: { name: 'x', schema: { type: 'array' } } },
    },
  },
};

const reasoning = {
  type: 'reasoning',
  id: 'rs_m0',
  summary: [],
  encrypted_content: thoughtSignature('openai', ''),
};
const item = {
  type: 'function_call',
  id: 'fc_m1',
  call_id: 'call_m1_thought',
  name: 'f',
  arguments: '{}',
};
const output = { type: 'function_call_output', call_id: 'call_m1_thought', output: 'ok' };
const question = { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] };
const openSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

const responses: Examples = {
  rules: responsesRules,
  good: { model: 'gpt-5.4', input: [question, reasoning, item, output], max_output_tokens: 16 },
  breaks: {
    'openai-responses/item-id-prefix': {
      input: [question, reasoning, { ...item, id: 'x' }, output],
    },
    'openai-responses/call-id-length': {
      input: [question, { ...item, id: undefined, call_id: 'x'.repeat(65) }],
    },
    'openai-responses/output-has-call': { input: [question, output] },
    'openai-responses/call-has-output': { input: [question, reasoning, item] },
    'openai-responses/unique-items': { input: [question, reasoning, reasoning, item, output] },
    'openai-responses/text-types': {
      input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }],
    },
    'openai-responses/encrypted-content': {
      input: [question, { ...reasoning, encrypted_content: 'x' }, item, output],
    },
    'openai-responses/stored-items': {
      input: [question, { ...reasoning, encrypted_content: undefined }, item, output],
    },
    'openai-responses/json-is-mentioned': {
      instructions: 'Answer in JSON.',
      text: { format: { type: 'json_object' } },
    },
    'openai-responses/reasoning-has-follower': { input: [question, reasoning, question] },
    'openai-responses/call-has-reasoning': { input: [question, item, output] },
    'openai-responses/no-sampling': { model: 'gpt-5-mini', temperature: 0.2 },
    'openai-responses/output-tokens-min': { max_output_tokens: 15 },
    'openai-responses/strict-schema': {
      text: { format: { type: 'json_schema', name: 'a', strict: true, schema: openSchema } },
    },
    'openai-responses/function-schema': {
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object', oneOf: [] } }],
    },
    'openai-responses/answer-schema': {
      text: { format: { type: 'json_schema', name: 'a', schema: { type: 'array' } } },
    },
  },
};

const OPUS = 'claude-opus-5-5';
const redacted = { type: 'redacted_thinking', data: 'cmVkYWN0ZWQtYnktYW50aHJvcGlj' };
const thought = { type: 'thinking', thinking: 'Hm.', signature: signThought('Hm.') };
const use = { type: 'tool_use', id: 't1', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' };
const assistantTurn = (...content: object[]) => ({ role: 'assistant', content });
const userTurn = (...content: object[]) => ({ role: 'user', content });
const text = (words: string) => ({ type: 'text', text: words });
const tools = [{ name: 'f', input_schema: { type: 'object' } }];
const manual = { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 1024 } };
const signedElsewhere = signResponse('Hm.', {
  model: OPUS,
  messages: [{ role: 'user', content: 'Something else' }],
});

const messages: Examples = {
  rules: messagesRules,
  good: {
    model: OPUS,
    max_tokens: 4096,
    thinking: { type: 'adaptive' },
    tools,
    messages: [user, assistantTurn(thought, redacted, use), userTurn(result, text('And?'))],
  },
  breaks: {
    'anthropic/tool-id-alphabet': {
      messages: [
        user,
        assistantTurn({ ...use, id: 'a.b' }),
        userTurn({ ...result, tool_use_id: 'a.b' }),
      ],
    },
    'anthropic/tool-ids-unique': {
      messages: [user, assistantTurn(use), userTurn(result), assistantTurn(use), userTurn(result)],
    },
    'anthropic/result-has-call': { messages: [user, assistantTurn(text('x')), userTurn(result)] },
    'anthropic/call-has-result': { messages: [user, assistantTurn(use), userTurn(text('x'))] },
    'anthropic/results-first': {
      messages: [user, assistantTurn(use), userTurn(text('x'), result)],
    },
    'anthropic/history-needs-tools': { tools: undefined },
    'anthropic/tool-schema-root': { tools: [{ name: 'f', input_schema: { anyOf: [] } }] },
    'anthropic/known-members': { seed: 1 },
    'anthropic/user-first': { messages: [assistantTurn(text('x')), user] },
    'anthropic/cache-marks': {
      messages: [
        userTurn(
          ...Array.from({ length: 5 }, () => ({
            ...text('x'),
            cache_control: { type: 'ephemeral' },
          })),
        ),
      ],
    },
    'anthropic/no-empty-text': { messages: [user, assistantTurn(text(''), text('x')), user] },
    'anthropic/no-blank-text-alone': { messages: [{ role: 'user', content: '\n' }] },
    'anthropic/user-has-content': { messages: [{ role: 'user', content: '' }] },
    'anthropic/thinking-has-words': {
      messages: [
        user,
        assistantTurn({ type: 'thinking', thinking: '', signature: '' }, redacted),
        user,
      ],
    },
    'anthropic/thinking-signed': {
      messages: [user, assistantTurn({ type: 'thinking', thinking: 'Hm.' }, redacted), user],
    },
    'anthropic/thinking-signature': {
      messages: [user, assistantTurn({ ...thought, thinking: 'Other.' }, redacted), user],
    },
    'anthropic/redacted-data': {
      messages: [user, assistantTurn(thought, { ...redacted, data: 'x' }), user],
    },
    'anthropic/thinking-prefix': {
      messages: [user, assistantTurn({ ...thought, signature: signedElsewhere }, redacted), user],
    },
    'anthropic/latest-thinking-whole': {
      messages: [user, assistantTurn(thought, text('x')), user],
    },
    'anthropic/thinking-not-last': { messages: [user, assistantTurn(thought, redacted), user] },
    'anthropic/loop-begins-with-thinking': {
      ...manual,
      messages: [user, assistantTurn(use), userTurn(result)],
    },
    'anthropic/no-prefill': { messages: [user, assistantTurn(text('x'))] },
    'anthropic/no-system-turns': {
      model: 'claude-opus-4-7',
      messages: [user, { role: 'system', content: 'x' }],
    },
    'anthropic/system-turn-place': { messages: [user, { role: 'system', content: 'x' }, user] },
    'anthropic/no-sampling': { temperature: 0.2 },
    'anthropic/thinking-modes': { thinking: { type: 'enabled', budget_tokens: 1024 } },
    'anthropic/no-forced-tool': { tool_choice: { type: 'any' } },
    'anthropic/no-forced-tool-while-thinking': { ...manual, tool_choice: { type: 'any' } },
    'anthropic/thinking-budget': { ...manual, max_tokens: 1024 },
    'anthropic/thinking-temperature': { ...manual, temperature: 0.2 },
    'anthropic/choice-needs-tools': {
      messages: [user],
      tools: undefined,
      tool_choice: { type: 'auto' },
    },
    'anthropic/strict-schema': { output_config: { format: { schema: openSchema } } },
    'anthropic/tool-schema': {
      tools: [
        { name: 'f', input_schema: { type: 'object', properties: { 'a[b]': { type: 'string' } } } },
      ],
    },
    'anthropic/answer-grammar': {
      output_config: { format: { schema: { type: 'string', minLength: 1 } } },
    },
  },
};

const functionCall = { name: 'f', args: {} };
const signature = thoughtSignature('google', 'f');
const signed = { role: 'model', parts: [{ functionCall, thoughtSignature: signature }] };
const functionTurn = { role: 'user', parts: [{ functionResponse: { name: 'f' } }] };
const content = { role: 'user', parts: [{ text: 'Hi' }] };
const declares = (parameters: object) => ({
  tools: [{ functionDeclarations: [{ name: 'f', parameters }] }],
});
const thinks = (thinkingConfig: object) => ({ generationConfig: { thinkingConfig } });

const generate: Examples = {
  rules: generateRules,
  good: {
    model: 'gemini-3.1-pro-preview',
    contents: [content, signed, functionTurn],
    ...declares({ type: 'object', properties: { a: { type: 'string' } } }),
    ...thinks({ thinkingLevel: 'HIGH' }),
  },
  breaks: {
    'gemini/roles': { contents: [{ ...content, role: 'assistant' }] },
    'gemini/parts-have-data': { contents: [{ role: 'user', parts: [] }] },
    'gemini/one-datum-a-part': { contents: [{ role: 'user', parts: [{ text: '' }] }] },
    'gemini/ends-with-user': {
      model: 'gemini-3.6-flash',
      generationConfig: {},
      contents: [content, { role: 'model', parts: [{ text: 'x' }] }],
    },
    'gemini/calls-answered': { contents: [content, signed, content] },
    'gemini/call-after-user': {
      contents: [content, { role: 'model', parts: [{ text: 'x' }] }, signed, functionTurn],
    },
    'gemini/response-after-call': { contents: [content, functionTurn] },
    'gemini/responses-in-order': {
      contents: [content, signed, { role: 'user', parts: [{ functionResponse: { name: 'g' } }] }],
    },
    'gemini/call-signed': {
      contents: [content, { role: 'model', parts: [{ functionCall }] }, functionTurn],
    },
    'gemini/signature-valid': {
      contents: [
        content,
        { role: 'model', parts: [{ functionCall, thoughtSignature: 'x' }] },
        functionTurn,
      ],
    },
    'gemini/schema-keywords': declares({ type: 'object', additionalProperties: false }),
    'gemini/schema-enum-strings': declares({ type: 'integer', enum: [1] }),
    'gemini/schema-array-items': declares({ type: 'array' }),
    'gemini/schema': declares({ type: 'string', format: 'uri' }),
    'gemini/schema-required-exists': declares({ type: 'object', required: ['b'] }),
    'gemini/budget-or-level': thinks({ thinkingLevel: 'HIGH', thinkingBudget: 128 }),
    'gemini/budget-range': { model: 'gemini-2.5-pro', ...thinks({ thinkingBudget: 0 }) },
    'gemini/levels': thinks({ thinkingLevel: 'MINIMAL' }),
    'gemini/json-with-functions': {
      model: 'gemini-2.5-pro',
      generationConfig: { responseMimeType: 'application/json' },
    },
  },
};

const VENDORS = { chat, responses, messages, generate };

describe.each(Object.entries(VENDORS))('the rules of %s', (_, { rules, good, breaks }) => {
  test('accept a valid request', () => {
    expect(findBrokenRule(rules, good, true)).toBeUndefined();
  });

  test.each(Object.entries(breaks))('report %s when it is broken', (id, change) => {
    const broken = findBrokenRule(rules, { ...good, ...change }, true);
    expect(broken?.rule?.id).toBe(id);
    expect(broken?.message).not.toMatch(/\{\d\}|undefined/);
  });
});

test('each rule has an example, a source and a unique id', () => {
  const shown = Object.values(VENDORS).flatMap(({ breaks }) => Object.keys(breaks));
  expect(vendorRules.map(({ id }) => id).toSorted()).toEqual(shown.toSorted());
  expect(vendorRules.filter(({ source }) => source === '')).toEqual([]);
});
