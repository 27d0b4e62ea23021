import { hasType, isSchema, listSchemas, namesOf, type Schema } from './listed-schemas.ts';
import { findInvalidSchema } from './valid-schema.ts';

/** Source: nspady/google-calendar-mcp#39, langchain-ai/langchainjs#9804. */
const REFUSED_AT_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];
/** Source: OpenAI, structured outputs, supported schemas; @ai-sdk/openai 4.0.118 (schema files). */
const REFUSED_IN_STRICT = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
];
const FORMATS = 'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ');

/** Returns what OpenAI refuses about a function's schema; undefined if it is accepted. */
export function findFunctionSchemaMistake(
  name: string,
  schema: unknown,
  strict: boolean,
): string | undefined {
  const invalid = findAnyMistake(name, schema);
  if (invalid !== undefined || !isSchema(schema)) return invalid;
  if (REFUSED_AT_TOP.some((keyword) => schema[keyword] !== undefined))
    return `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  return strict ? findStrictMistake(name, schema) : undefined;
}

/** Returns what OpenAI refuses about a response's schema; undefined if it is accepted. */
export function findResponseSchemaMistake(
  name: string,
  schema: unknown,
  strict: boolean,
): string | undefined {
  const invalid = findAnyMistake(name, schema);
  if (invalid !== undefined || !isSchema(schema)) return invalid;
  return strict ? findStrictMistake(name, schema) : undefined;
}

function findAnyMistake(name: string, schema: unknown): string | undefined {
  const type = isSchema(schema) ? (schema['type'] ?? null) : null;
  if (!isSchema(schema) || type !== 'object')
    return `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(type)}'.`;
  const invalid = findInvalidSchema(schema);
  if (invalid !== undefined) return `Invalid schema for function '${name}': ${invalid}`;
  const odd = listSchemas(schema).find(
    (located) => hasType(located.schema, 'array') && located.schema['items'] === undefined,
  );
  return (
    odd &&
    `Invalid schema for function '${name}': In context=${odd.path}, array schema missing items.`
  );
}

function findStrictMistake(name: string, root: Schema): string | undefined {
  const says = (path: string, text: string) =>
    `Invalid schema for function '${name}': In context=${path}, ${text}`;
  if (root['anyOf'] !== undefined || root['$ref'] !== undefined)
    return says('()', "'anyOf' and '$ref' are not permitted at the top level.");
  for (const { path, schema } of listSchemas(root)) {
    const refused = REFUSED_IN_STRICT.find((keyword) => schema[keyword] !== undefined);
    if (refused !== undefined) return says(path, `'${refused}' is not permitted.`);
    if (schema['format'] !== undefined && !FORMATS.includes(String(schema['format'])))
      return says(path, `'${String(schema['format'])}' is not a valid format.`);
    if (hasType(schema, 'object')) {
      if (schema['additionalProperties'] !== false)
        return says(path, "'additionalProperties' is required to be supplied and to be false.");
      const required = (schema['required'] ?? []) as string[];
      const missing = namesOf(schema).find((each) => !required.includes(each));
      if (missing !== undefined)
        return says(
          path,
          `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
        );
    }
    const isTyped = ['type', 'anyOf', '$ref', 'enum', 'const'].some((each) => each in schema);
    if (!isTyped) return says(path, "schema must have a 'type' key.");
  }
  return undefined;
}
