import type { JsonObject } from '../json-object.ts';
import type { GenerateBody } from '../gemini/generate-body.ts';
import type { Rule } from './rule.ts';

/** The members of Google's Schema; plain JSON Schema goes into parametersJsonSchema. */
const KEYWORDS = new Set(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'.split(
    ' ',
  ),
);

type Schema = Record<string, unknown>;
interface LocatedSchema {
  path: string;
  schema: Schema;
}

/** Lists a schema and everything nested in it. */
function listSchemas({ path, schema }: LocatedSchema): LocatedSchema[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const inner: LocatedSchema[] = [
    ...properties.map(([name, value]) => ({ path: `${path}.properties[${name}]`, schema: value })),
    ...((schema['anyOf'] ?? []) as Schema[]).map((value, index) => ({
      path: `${path}.any_of[${index}]`,
      schema: value,
    })),
    ...(schema['items'] ? [{ path: `${path}.items`, schema: schema['items'] as Schema }] : []),
  ];
  return [{ path, schema }, ...inner.flatMap(listSchemas)];
}

/** Lists all schemas of a request that must use Google's Schema. */
function ownSchemas(body: JsonObject): LocatedSchema[] {
  const { tools = [], generationConfig } = body as GenerateBody;
  const declared = tools.flatMap(({ functionDeclarations = [] }, tool) =>
    functionDeclarations.map(({ parameters }, index) => ({
      path: `tools[${tool}].function_declarations[${index}].parameters`,
      schema: parameters,
    })),
  );
  const responseSchema = {
    path: 'generation_config.response_schema',
    schema: generationConfig?.responseSchema,
  };
  return [...declared, responseSchema]
    .filter((located): located is LocatedSchema => located.schema !== undefined)
    .flatMap(listSchemas);
}

/** What Google refuses in schemas. */
export const generateSchemaRules: readonly Rule[] = [
  {
    id: 'gemini/schema-keywords',
    vendor: 'gemini',
    refusal: 'Invalid JSON payload received. Unknown name "{0}" at \'{1}\': Cannot find field.',
    source:
      'router-for-me/CLIProxyAPI#97, zed-industries/zed#44875, decolua/9router#2309; ai.google.dev Schema',
    mark: 'I',
    find(body) {
      for (const { path, schema } of ownSchemas(body)) {
        const odd = Object.keys(schema).find((name) => !KEYWORDS.has(name));
        if (odd !== undefined) return [odd, path];
      }
      return undefined;
    },
  },
  {
    id: 'gemini/schema-enum-strings',
    vendor: 'gemini',
    refusal: "Invalid value at '{0}.enum': only strings are allowed.",
    source: 'ai.google.dev Schema.enum (string[]); the wording is ours',
    mark: 'D',
    find(body) {
      const odd = ownSchemas(body).find(({ schema }) =>
        ((schema['enum'] ?? []) as unknown[]).some((value) => typeof value !== 'string'),
      );
      return odd && [odd.path];
    },
  },
  {
    id: 'gemini/schema-array-items',
    vendor: 'gemini',
    refusal: '{0}.items: missing field.',
    source: 'remembered',
    mark: 'N',
    find(body) {
      const odd = ownSchemas(body).find(
        ({ schema }) => String(schema['type']).toLowerCase() === 'array' && !schema['items'],
      );
      return odd && [odd.path];
    },
  },
  {
    id: 'gemini/schema-required-exists',
    vendor: 'gemini',
    refusal: '{0}.required[0]: property is not defined: {1}',
    source: 'remembered',
    mark: 'N',
    find(body) {
      for (const { path, schema } of ownSchemas(body)) {
        const properties = Object.keys(schema['properties'] ?? {});
        const odd = ((schema['required'] ?? []) as string[]).find(
          (name) => !properties.includes(name),
        );
        if (odd !== undefined) return [path, odd];
      }
      return undefined;
    },
  },
];
