import { hasType, isSchema, listSchemas, namesOf, type Schema } from './listed-schemas.ts';
import { findInvalidSchema } from './valid-schema.ts';

/** Source: hm dearlordylord/huly-mcp#66, langchain-ai/langchain#39271, anthropics/claude-code#5319. */
const REFUSED_AT_TOP = ['oneOf', 'allOf', 'anyOf'];
/** Source: anthropics/claude-code#79418. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/** Source: Anthropic, structured outputs, JSON schema limitations; @ai-sdk/anthropic 4.0.105 (schema files). */
const REFUSED_IN_GRAMMARS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'uniqueItems',
  'contains',
  'prefixItems',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const FORMATS = 'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' ');
const OPTIONAL_MAX = 24;

/** Returns what Anthropic refuses about a tool's schema; undefined if it is accepted. */
export function findToolSchemaMistake(schema: unknown, strict: boolean): string | undefined {
  if (!isSchema(schema) || schema['type'] !== 'object')
    return "tools.0.custom.input_schema.type: Input should be 'object'";
  if (REFUSED_AT_TOP.some((name) => schema[name] !== undefined))
    return 'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level';
  if (!namesOf(schema).every((name) => PROPERTY_NAME.test(name)))
    return `tools.0.custom.input_schema.properties: Property keys should match pattern '${PROPERTY_NAME.source}'`;
  if (findInvalidSchema(schema) !== undefined)
    return 'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12';
  return strict ? findGrammarMistake(schema) : undefined;
}

/**
 * Returns what Anthropic refuses about the schema of a response (output_config.format), or of a strict tool.
 */
export function findGrammarMistake(root: unknown): string | undefined {
  if (!isSchema(root)) return 'output_config.format.schema: Field required';
  if (findInvalidSchema(root) !== undefined) return 'JSON schema is invalid.';
  let optional = 0;
  for (const { path, schema } of listSchemas(root)) {
    const refused = REFUSED_IN_GRAMMARS.find((name) => schema[name] !== undefined);
    if (refused !== undefined) return `${path}: property '${refused}' is not supported`;
    const { format, minItems = 0 } = schema;
    if (format !== undefined && !FORMATS.includes(String(format)))
      return `${path}: format '${String(format)}' is not supported`;
    if (Number(minItems) > 1)
      return `For 'array' type, 'minItems' values other than 0 or 1 are not supported`;
    if (((schema['enum'] ?? []) as unknown[]).some((value) => typeof value === 'object' && value))
      return `${path}: complex types in enums are not supported`;
    if (!hasType(schema, 'object')) continue;
    if (schema['additionalProperties'] !== false)
      return `${path}: For 'object' type, 'additionalProperties' must be explicitly set to false`;
    const required = (schema['required'] ?? []) as string[];
    optional += namesOf(schema).filter((name) => !required.includes(name)).length;
  }
  if (optional > OPTIONAL_MAX)
    return `Schemas contain too many optional parameters (${optional}), which would make grammar compilation inefficient.`;
  return isRecursive(root) ? 'Recursive schemas are not supported.' : undefined;
}

/** Whether a reference is recursive. */
function isRecursive(root: Schema): boolean {
  const references = (schema: unknown): string[] =>
    listSchemas(schema).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [$ref] : []));
  const targetOf = (reference: string): unknown =>
    reference
      .slice(2)
      .split('/')
      .filter((name) => name !== '')
      .reduce<unknown>(
        (value, name) => (value as Schema)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
        root,
      );
  const leads = (from: string, seen: readonly string[]): boolean =>
    seen.includes(from) || references(targetOf(from)).some((next) => leads(next, [...seen, from]));
  return references(root).some((reference) => leads(reference, []));
}
