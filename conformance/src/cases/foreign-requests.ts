import { assertRule } from '../dialects/assert-rule.ts';
import type { ClientDialect, Entry, ToolCall } from '../dialects/conversation.ts';
import type { Case } from './case.ts';
import { assertSent } from './single-turns.ts';
import { assertCalls, THOUGHT, TOOLS } from './tool-loops.ts';

const BOTH = ['whole', 'stream'] as const;
const WORDS = 'It is warm in Paris.';
const ARGS = { city: 'Paris' };
/** A signature of an upstream that is not part of the test. */
const SEAL = 'c2VhbGVkIGVsc2V3aGVyZQ==';

/** Ids that are valid in the client's own dialect and invalid in others. */
const ODD_IDS: Readonly<Record<ClientDialect, string>> = {
  chat: 'functions.get_weather:0',
  responses: `call.${'x'.repeat(50)}:0`,
  messages: `toolu_${'x'.repeat(60)}`,
  gemini: 'functions.get_weather:0',
};

/** A turn with reasoning and a call that was made through another gateway. */
function foreignTurn(client: ClientDialect, { id, name }: ToolCall): unknown {
  switch (client) {
    case 'chat': {
      const called = { name, arguments: JSON.stringify(ARGS) };
      return {
        role: 'assistant',
        content: null,
        reasoning_content: THOUGHT,
        tool_calls: [{ id, type: 'function', function: called }],
      };
    }
    case 'responses':
      return [
        {
          type: 'reasoning',
          id: 'rs_elsewhere',
          summary: [{ type: 'summary_text', text: THOUGHT }],
          encrypted_content: SEAL,
        },
        { type: 'function_call', call_id: id, name, arguments: JSON.stringify(ARGS) },
      ];
    case 'messages':
      return [
        { type: 'thinking', thinking: THOUGHT, signature: SEAL },
        { type: 'tool_use', id, name, input: ARGS },
      ];
    case 'gemini':
      return {
        role: 'model',
        parts: [{ functionCall: { id, name, args: ARGS }, thoughtSignature: SEAL }],
      };
  }
}

/** A JSON schema with many of the features that agents use. */
const RICH_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['city'],
  properties: {
    city: { type: 'string', minLength: 1, pattern: '^[A-Z]', examples: ['Paris'] },
    days: { type: 'integer', exclusiveMinimum: 0, multipleOf: 1, default: 1 },
    unit: { const: 'celsius' },
    level: { type: 'integer', enum: [1, 2, 3] },
    mode: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    tags: { type: ['array', 'null'], items: { type: 'string' }, uniqueItems: true },
    place: { $ref: '#/definitions/place' },
    extra: {
      type: 'object',
      additionalProperties: { type: 'string' },
      propertyNames: { maxLength: 9 },
    },
  },
  definitions: {
    place: { type: 'object', properties: { name: { type: 'string', format: 'uri' } } },
  },
};

/** Cases of requests that one vendor accepts and another refuses. */
export const foreignRequests: readonly Case[] = [
  {
    name: 'foreign-history',
    title: 'a history with ids and sealed reasoning from elsewhere is answered',
    upstreams: 'one',
    modes: BOTH,
    async run(open, { first, client }) {
      const context = open(() => ({ text: WORDS, calls: 0 }));
      const call = { id: ODD_IDS[client], name: TOOLS[0] ?? '', args: ARGS };
      const history: Entry[] = [
        { kind: 'user', text: context.text('Ask the tools about Paris.') },
        { kind: 'answer', turn: foreignTurn(client, call) },
        { kind: 'results', results: [{ call, output: 'warm and dry' }] },
      ];
      const { text } = await context.complete({
        model: context.model(first),
        history,
        tools: TOOLS,
        thinks: true,
      });
      assertRule(text === WORDS, 'all/text-kept', text);
      assertSent(context, 'warm and dry');
    },
  },
  {
    name: 'parameters',
    title:
      'sampling, stop sequences and the oldest limit reach a model that refuses them as what it takes',
    upstreams: 'one',
    modes: BOTH,
    async run(open, { first }) {
      const context = open(() => ({ text: WORDS }));
      const history: Entry[] = [{ kind: 'user', text: context.text('Say something.') }];
      const { text } = await context.complete({
        model: context.model(first),
        history,
        sampling: true,
        limit: 4096,
      });
      assertRule(text === WORDS, 'all/text-kept', text);
      assertSent(context, '4096');
    },
  },
  {
    name: 'tool-schema',
    title: 'a tool with a rich JSON Schema is taken by every upstream',
    upstreams: 'one',
    modes: ['whole'],
    async run(open, { first }) {
      const context = open(() => ({ calls: 1 }));
      const history: Entry[] = [{ kind: 'user', text: context.text('Ask the tools.') }];
      const question = { history, tools: TOOLS, toolSchema: RICH_SCHEMA };
      assertCalls(context, await context.complete({ ...question, model: context.model(first) }), 1);
    },
  },
  {
    name: 'empty-turn',
    title: 'an empty turn between a call and its result, as google-genai leaves it, does no harm',
    upstreams: 'one',
    modes: BOTH,
    omits: ({ client }) => (client === 'gemini' ? undefined : 'only clients of Gemini leave one'),
    async run(open, { first, client }) {
      const context = open(() => ({ text: WORDS, calls: 0 }));
      const call = { id: ODD_IDS[client], name: TOOLS[0] ?? '', args: ARGS };
      const history: Entry[] = [
        { kind: 'user', text: context.text('Ask the tools about Paris.') },
        { kind: 'answer', turn: { role: 'model', parts: [{ functionCall: call }] } },
        { kind: 'answer', turn: { role: 'model', parts: [{ text: '' }] } },
        { kind: 'results', results: [{ call, output: 'warm and dry' }] },
      ];
      const { text } = await context.complete({
        model: context.model(first),
        history,
        tools: TOOLS,
      });
      assertRule(text === WORDS, 'all/text-kept', text);
      assertSent(context, 'warm and dry');
    },
  },
];
