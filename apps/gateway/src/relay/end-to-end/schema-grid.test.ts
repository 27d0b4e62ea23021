import { type Dialect, openTranslation, readCall } from '@tollgate/dialects';
import {
  findResponseSchemaMistake,
  findFunctionSchemaMistake,
  findGeminiSchemaMistake,
  findGrammarMistake,
  findToolSchemaMistake,
  openSchema,
} from '@tollgate/simulators';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anySchema,
  anyValue,
  plainSchema,
  type Schema,
} from '../../../test-support/schema-arbitraries.ts';

type Body = Record<string, unknown>;

const DIALECTS: readonly Dialect[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
];
const MODELS: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'gpt-4o',
  'openai-responses': 'gpt-5-mini',
  'anthropic-messages': 'claude-sonnet-4-6',
  'gemini-generate': 'gemini-3-flash',
};
const PAIRS = DIALECTS.flatMap((from) =>
  DIALECTS.filter((to) => to !== from).map((to) => [from, to] as const),
);

/** Builds a client's body in each dialect with a schema, both of a tool and of the completion. */
const CLIENTS: Readonly<Record<Dialect, (schema: Schema, strict: boolean) => Body>> = {
  'openai-chat': (schema, strict) => ({
    model: 'm',
    messages: [{ role: 'user', content: 'x' }],
    tools: [{ type: 'function', function: { name: 'f', parameters: schema, strict } }],
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema, strict } },
  }),
  'openai-responses': (schema, strict) => ({
    model: 'm',
    input: 'x',
    tools: [{ type: 'function', name: 'f', parameters: schema, strict }],
    text: { format: { type: 'json_schema', name: 'x', schema, strict } },
  }),
  'anthropic-messages': (schema, strict) => ({
    model: 'm',
    max_tokens: 99,
    messages: [{ role: 'user', content: 'x' }],
    tools: [{ name: 'f', input_schema: schema, ...(strict ? { strict } : {}) }],
    output_config: { format: { type: 'json_schema', schema } },
  }),
  'gemini-generate': (schema, strict) => ({
    contents: [{ role: 'user', parts: [{ text: 'x' }] }],
    tools: [
      {
        functionDeclarations: [
          { name: 'f', ...(strict ? { parameters: schema } : { parametersJsonSchema: schema }) },
        ],
      },
    ],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
  }),
};

interface SentSchemas {
  tool: Schema | undefined;
  isStrictTool: boolean;
  response: Schema | undefined;
  isStrictResponse: boolean;
}

/** Extracts the schemas from a body in each dialect. */
const SENT: Readonly<Record<Dialect, (body: Body) => SentSchemas>> = {
  'openai-chat': (body) => {
    const { parameters, strict } = at(body, 'tools', 0, 'function') as Body;
    const format = at(body, 'response_format', 'json_schema') as Body | undefined;
    return sentOf(parameters, strict, format?.['schema'], format?.['strict']);
  },
  'openai-responses': (body) => {
    const { parameters, strict } = at(body, 'tools', 0) as Body;
    const format = at(body, 'text', 'format') as Body | undefined;
    return sentOf(parameters, strict, format?.['schema'], format?.['strict']);
  },
  'anthropic-messages': (body) => {
    const { input_schema: schema, strict } = at(body, 'tools', 0) as Body;
    return sentOf(schema, strict, at(body, 'output_config', 'format', 'schema'), true);
  },
  'gemini-generate': (body) =>
    sentOf(
      at(body, 'tools', 0, 'functionDeclarations', 0, 'parameters'),
      false,
      at(body, 'generationConfig', 'responseSchema'),
      false,
    ),
};

function sentOf(
  tool: unknown,
  strict: unknown,
  responseSchema: unknown,
  strictResponse: unknown,
): SentSchemas {
  return {
    tool: tool as Schema | undefined,
    isStrictTool: strict === true,
    response: responseSchema as Schema | undefined,
    isStrictResponse: strictResponse === true,
  };
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Body | undefined)?.[name], value);
}

/** Returns the vendor's objections to what was sent. */
function findMistakes(to: Dialect, sent: SentSchemas): string[] {
  const { tool, isStrictTool, response: responseSchema, isStrictResponse } = sent;
  const ofTool = {
    'openai-chat': () => findFunctionSchemaMistake('f', tool, isStrictTool),
    'openai-responses': () => findFunctionSchemaMistake('f', tool, isStrictTool),
    'anthropic-messages': () => findToolSchemaMistake(tool, isStrictTool),
    'gemini-generate': () => findGeminiSchemaMistake(tool),
  }[to];
  const ofResponse = {
    'openai-chat': () => findResponseSchemaMistake('x', responseSchema, isStrictResponse),
    'openai-responses': () => findResponseSchemaMistake('x', responseSchema, isStrictResponse),
    'anthropic-messages': () => findGrammarMistake(responseSchema),
    'gemini-generate': () => findGeminiSchemaMistake(responseSchema),
  }[to];
  const found = [tool && ofTool(), responseSchema && ofResponse()];
  return found.filter((mistake) => typeof mistake === 'string');
}

function send(from: Dialect, to: Dialect, schema: Schema, strict = false): SentSchemas {
  const bytes = new TextEncoder().encode(JSON.stringify(CLIENTS[from](schema, strict)));
  const read = readCall({ dialect: from, bytes, model: 'm' });
  if (!read.ok) throw new Error(read.fault.message);
  const opened = openTranslation({
    call: read.call,
    to,
    upstreamModel: MODELS[to],
    id: 'r1',
    createdSeconds: 0,
    injectUsage: false,
  });
  if (!opened.ok) throw new Error(opened.fault.message);
  return SENT[to](JSON.parse(new TextDecoder().decode(opened.translation.body)) as Body);
}

/** Checks whether values match a schema; translates Google's nullable to JSON schema. */
function checkerOf(schema: Schema): (value: unknown) => boolean {
  return openSchema(withNull(schema) as Schema);
}

function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === 'enum' ? value : withNull(value)]),
  );
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
}

describe.each(PAIRS)('a schema from a client of %s to %s', (from, to) => {
  test('is valid for the vendor, whatever the client sent', () => {
    fc.assert(
      fc.property(anySchema, fc.boolean(), (schema, strict) => {
        expect(findMistakes(to, send(from, to, schema, strict))).toEqual([]);
      }),
      { numRuns: 200, seed: 30 },
    );
  });

  test('accepts the same values, if it uses keywords that all vendors support', () => {
    fc.assert(
      fc.property(
        plainSchema,
        fc.array(anyValue, { minLength: 12, maxLength: 12 }),
        (schema, values) => {
          const { tool } = send(from, to, schema);
          if (!tool) throw new Error('the tool has no schema');
          const [sent, original] = [checkerOf(tool), checkerOf(schema)];
          for (const value of values) expect(sent(value)).toBe(original(value));
        },
      ),
      { numRuns: 40, seed: 31 },
    );
  });
});
