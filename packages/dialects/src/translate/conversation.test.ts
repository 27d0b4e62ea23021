import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import type { Part, Signature } from '../ir/parts.ts';
import type { ChatRequest } from '../ir/request.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readCall } from './client-call.ts';
import { CODECS } from './codec.ts';
import { openTranslation } from './open-translation.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
const TOOLS = ['get_weather', 'get_time'];
const pairs = DIALECTS.flatMap((client) =>
  DIALECTS.filter((upstream) => upstream !== client).map((upstream) => [client, upstream] as const),
);
/** Models whose rules allow everything in this conversation. */
const MODELS: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'deepseek-v4-pro',
  'openai-responses': 'gpt-6-sol',
  'anthropic-messages': 'claude-opus-5-5',
  'gemini-generate': 'gemini-3.1-pro-preview',
};

/** What the gateway stores between turns. */
const signatures = new Map<string, Signature>();

function translate(client: Dialect, upstream: Dialect, body: JsonObject) {
  const bytes = encodeText(JSON.stringify(body));
  const read = readCall({ dialect: client, bytes, model: 'm', stream: false });
  if (!read.ok) throw new Error(read.fault.message);
  const opened = openTranslation({
    call: read.call,
    to: upstream,
    upstreamModel: MODELS[upstream],
    id: 'req1',
    createdSeconds: 1_763_700_000,
    injectUsage: true,
    keepSignature: (key, signature) => void signatures.set(key, signature),
    recallSignature: (key) => signatures.get(key),
  });
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.translation;
}

/** Returns what the upstream receives when the client returns the results of two tool calls. */
function secondTurn(client: Dialect, upstream: Dialect, name: string): ChatRequest {
  const sent = secondBody(
    client,
    upstream,
    readFileSync(new URL(`${upstream}/${name}/answer.json`, root)),
  );
  return CODECS[upstream].parseRequest(sent, 'm', false);
}

function secondBody(client: Dialect, upstream: Dialect, response: Uint8Array): JsonObject {
  const result = translate(client, upstream, firstRequest(client)).readResponse(response);
  if (!result.ok) throw new Error(result.fault.excerpt);
  const received = parseJson(result.body);
  if (!isRecord(received)) throw new Error('no answer');
  const { body } = translate(client, upstream, nextRequest(client, received));
  const sent = parseJson(body);
  if (!isRecord(sent)) throw new Error('no body');
  return sent;
}

function firstRequest(client: Dialect): JsonObject {
  return REQUESTS[client]([], []);
}

function nextRequest(client: Dialect, received: JsonObject): JsonObject {
  switch (client) {
    case 'openai-chat': {
      const [choice] = received.choices as [{ message: { tool_calls?: { id: string }[] } }];
      const results = (choice.message.tool_calls ?? []).map(({ id }, index) => ({
        role: 'tool',
        tool_call_id: id,
        content: `result ${index}`,
      }));
      return REQUESTS[client]([choice.message], results);
    }
    case 'openai-responses': {
      const output = received.output as { type: string; call_id: string }[];
      const results = output
        .filter(({ type }) => type === 'function_call')
        .map(({ call_id: id }, index) => ({
          type: 'function_call_output',
          call_id: id,
          output: `result ${index}`,
        }));
      return REQUESTS[client](output, results);
    }
    case 'anthropic-messages': {
      const content = received.content as { type: string; id: string }[];
      const results = content
        .filter(({ type }) => type === 'tool_use')
        .map(({ id }, index) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: [{ type: 'text', text: `result ${index}` }],
        }));
      return REQUESTS[client](
        [{ role: 'assistant', content }],
        [{ role: 'user', content: results }],
      );
    }
    case 'gemini-generate': {
      const [{ content }] = received.candidates as [
        { content: { parts: { functionCall?: { id: string; name: string } }[] } },
      ];
      const results = content.parts
        .flatMap(({ functionCall }) => (functionCall ? [functionCall] : []))
        .map(({ id, name }, index) => ({
          functionResponse: { id, name, response: { output: `result ${index}` } },
        }));
      return REQUESTS[client]([content], [{ role: 'user', parts: results }]);
    }
  }
}

/** The whole conversation in each dialect, as its official client sends it. */
const REQUESTS: Readonly<
  Record<Dialect, (response: readonly unknown[], results: readonly unknown[]) => JsonObject>
> = {
  'openai-chat': (response, results) => ({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }, ...response, ...results],
    tools: TOOLS.map((name) => ({ type: 'function', function: { name, parameters: SCHEMA } })),
  }),
  'openai-responses': (response, results) => ({
    model: 'm',
    input: [{ role: 'user', content: 'Hi' }, ...response, ...results],
    tools: TOOLS.map((name) => ({ type: 'function', name, parameters: SCHEMA, strict: false })),
  }),
  'anthropic-messages': (response, results) => ({
    model: 'm',
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'Hi' }, ...response, ...results],
    tools: TOOLS.map((name) => ({ name, input_schema: SCHEMA })),
  }),
  'gemini-generate': (response, results) => ({
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }, ...response, ...results],
    tools: [
      { functionDeclarations: TOOLS.map((name) => ({ name, parametersJsonSchema: SCHEMA })) },
    ],
  }),
};

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };

const partsOf = (request: ChatRequest, role: string): Part[] =>
  request.turns.filter((turn) => turn.role === role).flatMap(({ parts }) => [...parts]);

describe.each(pairs)('a conversation of a %s client with %s', (client, upstream) => {
  it('keeps two parallel calls, their ids, arguments and results separate', () => {
    const request = secondTurn(client, upstream, 'parallel-tools');
    const calls = partsOf(request, 'assistant').filter((part) => part.type === 'tool-call');
    expect(calls.map(({ name, args }) => [name, parseJson(encodeText(args))])).toEqual([
      ['get_weather', { city: 'Paris "F"', n: { a: 1 } }],
      ['get_time', {}],
    ]);
    const results = partsOf(request, 'user').filter((part) => part.type === 'tool-result');
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id));
    expect(results.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'result 0' }],
      [{ type: 'text', text: 'result 1' }],
    ]);
    expect(partsOf(request, 'assistant')[0]).toEqual({ type: 'text', text: 'Let me look.' });
    const signature = calls[0]?.signature?.value;
    expect(signature).toBe(upstream === 'gemini-generate' ? 'CpcBAVSoXO4Ty+/9bG8=' : undefined);
  });

  it('returns thoughts to the provider that produced them, with their signatures', () => {
    const request = secondTurn(client, upstream, 'thinking');
    const thoughts = partsOf(request, 'assistant').filter((part) => part.type === 'thinking');
    expect(thoughts).toEqual(THOUGHTS[upstream]);
  });

  it('does not send thoughts to a provider that did not produce them', () => {
    const response = readFileSync(new URL(`${upstream}/thinking/answer.json`, root));
    const result = translate(client, upstream, firstRequest(client)).readResponse(response);
    if (!result.ok) throw new Error(result.fault.excerpt);
    const received = parseJson(result.body) as JsonObject;
    const others = DIALECTS.filter((other) => other !== upstream && other !== client);
    for (const other of others) {
      const text = Buffer.from(
        translate(client, other, nextRequest(client, received)).body,
      ).toString();
      expect(text).not.toMatch(/EqQBCgIYAhIM|EmwKAhgBEgy3|gAAAAABo|tg1/);
      expect(text).toContain('It is 42.');
    }
  });
});

describe('a Gemini signature of a text', () => {
  it.each(DIALECTS.filter((dialect) => dialect !== 'gemini-generate'))(
    'is restored after the text returned by a client of %s',
    (client) => {
      const parts = [{ text: 'It is ' }, { text: '42.', thoughtSignature: 'Cv8BAVSoXO4=' }];
      const candidate = { content: { role: 'model', parts }, finishReason: 'STOP', index: 0 };
      const response = encodeText(JSON.stringify({ candidates: [candidate] }));
      const { contents } = secondBody(client, 'gemini-generate', response) as {
        contents: { role: string; parts: unknown[] }[];
      };
      const modelParts = contents.find(({ role }) => role === 'model')?.parts;
      expect(modelParts).toContainEqual({ text: '', thoughtSignature: 'Cv8BAVSoXO4=' });
      expect(modelParts).toContainEqual({ text: 'It is 42.' });
    },
  );
});

const signedBy = (by: Dialect, value: string, id?: string) => ({
  signature: { by, value, ...(id === undefined ? {} : { id }) },
});
const FIRST = { type: 'thinking', text: 'First, add.\n' };
/** Each upstream's own thoughts, as returned to it. */
const THOUGHTS: Readonly<Record<Dialect, readonly unknown[]>> = {
  'openai-chat': [FIRST],
  'openai-responses': [
    {
      ...FIRST,
      ...signedBy(
        'openai-responses',
        'gAAAAABoISQ24OyVRYbkYfukdJoqdzWT-3uiErKInHDC',
        'rs_6876cf02e0bc8192b74af0fb64b715ff0fa2fcced15a5ada',
      ),
    },
  ],
  'anthropic-messages': [
    {
      ...FIRST,
      ...signedBy(
        'anthropic-messages',
        'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds+/a==',
      ),
    },
    {
      type: 'thinking',
      text: '',
      ...signedBy('anthropic-messages', 'EmwKAhgBEgy3va3pzix/LafPsn4a', 'redacted'),
    },
  ],
  // Google refuses its unsigned thoughts.
  'gemini-generate': [],
};
