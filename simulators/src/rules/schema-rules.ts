import type { JsonObject } from '../json-object.ts';
import { findGrammarMistake, findToolSchemaMistake } from '../schema-rules/anthropic-schema.ts';
import { findGeminiSchemaMistake } from '../schema-rules/gemini-schema.ts';
import {
  findResponseSchemaMistake,
  findFunctionSchemaMistake,
} from '../schema-rules/openai-schema.ts';
import type { Rule } from './rule.ts';

interface FunctionSchema {
  name?: string;
  parameters?: object;
  strict?: boolean;
}

interface ResponseSchema {
  name?: string;
  schema?: object;
  strict?: boolean;
}

const OPENAI_SOURCE =
  'nspady/google-calendar-mcp#39, langchain-ai/langchainjs#9804; OpenAI guide structured-outputs';
const listOf = (value: unknown) => (Array.isArray(value) ? (value as object[]) : []);

/** Finds the first error in a list of schemas; returns the values for the rule's message. */
function firstOf<Item>(
  items: readonly Item[],
  find: (each: Item) => string | undefined,
): readonly string[] | undefined {
  for (const each of items) {
    const error = find(each);
    if (error !== undefined) return [error];
  }
  return undefined;
}

function findInFunctions(functions: readonly FunctionSchema[]): readonly string[] | undefined {
  const withSchema = functions.filter(({ parameters }) => parameters !== undefined);
  return firstOf(withSchema, ({ name = '', parameters, strict = false }) =>
    findFunctionSchemaMistake(name, parameters, strict),
  );
}

function findInResponse(format: ResponseSchema | undefined): readonly string[] | undefined {
  const formats = format?.schema === undefined ? [] : [format];
  return firstOf(formats, ({ name = '', schema, strict = false }) =>
    findResponseSchemaMistake(name, schema, strict),
  );
}

/** What OpenAI refuses about the schemas of a chat completion. */
export const chatSchemaRules: readonly Rule[] = [
  {
    id: 'openai-chat/function-schema',
    vendor: 'openai-chat',
    refusal: '{0}',
    source: OPENAI_SOURCE,
    mark: 'I',
    code: 'invalid_function_parameters',
    find: ({ tools }) =>
      findInFunctions(
        listOf(tools).flatMap((tool) => (tool as { function?: FunctionSchema }).function ?? []),
      ),
  },
  {
    id: 'openai-chat/answer-schema',
    vendor: 'openai-chat',
    refusal: '{0}',
    source: OPENAI_SOURCE,
    mark: 'D',
    code: 'invalid_json_schema',
    find: ({ response_format: format }) =>
      findInResponse((format as { json_schema?: ResponseSchema } | undefined)?.json_schema),
  },
];

/** What OpenAI refuses about the schemas of a responses request. */
export const responsesSchemaRules: readonly Rule[] = [
  {
    id: 'openai-responses/function-schema',
    vendor: 'openai-responses',
    refusal: '{0}',
    source: OPENAI_SOURCE,
    mark: 'I',
    code: 'invalid_function_parameters',
    find: ({ tools }) => findInFunctions(listOf(tools)),
  },
  {
    id: 'openai-responses/answer-schema',
    vendor: 'openai-responses',
    refusal: '{0}',
    source: OPENAI_SOURCE,
    mark: 'D',
    code: 'invalid_json_schema',
    find: ({ text }) => findInResponse((text as { format?: ResponseSchema } | undefined)?.format),
  },
];

/** What Anthropic refuses about schemas. */
export const messagesSchemaRules: readonly Rule[] = [
  {
    id: 'anthropic/tool-schema',
    vendor: 'anthropic',
    refusal: '{0}',
    source: 'anthropics/claude-code#5319, #79418; platform.claude.com/docs structured outputs',
    mark: 'I',
    find({ tools }) {
      const given = listOf(tools) as { input_schema?: object; strict?: boolean }[];
      return firstOf(
        given.filter(({ input_schema: schema }) => schema !== undefined),
        ({ input_schema: schema, strict = false }) => findToolSchemaMistake(schema, strict),
      );
    },
  },
  {
    id: 'anthropic/answer-grammar',
    vendor: 'anthropic',
    refusal: 'output_config.format.schema: {0}',
    source: 'platform.claude.com/docs structured outputs (JSON schema limitations)',
    mark: 'D',
    find(body: JsonObject) {
      const config = body['output_config'] as { format?: ResponseSchema } | undefined;
      const schema = config?.format?.schema;
      return firstOf(schema === undefined ? [] : [schema], findGrammarMistake);
    },
  },
];

/** What Google refuses about schemas, beyond single keywords. */
export const generateOwnSchemaRules: readonly Rule[] = [
  {
    id: 'gemini/schema',
    vendor: 'gemini',
    refusal: '{0}',
    source: 'decolua/9router#359, microsoft/azure-devops-mcp#145; ai.google.dev Schema',
    mark: 'I',
    find({ tools, generationConfig }) {
      const declared = listOf(tools).flatMap(
        (tool) => (tool as { functionDeclarations?: FunctionSchema[] }).functionDeclarations ?? [],
      );
      const config = generationConfig as { responseSchema?: object } | undefined;
      const schemas = [...declared.map(({ parameters }) => parameters), config?.responseSchema];
      return firstOf(
        schemas.filter((schema) => schema !== undefined),
        findGeminiSchemaMistake,
      );
    },
  },
];
