import {
  hasType,
  isSchema,
  listSchemas,
  namesOf,
  type PlacedSchema,
  type Schema,
} from './listed-schemas.ts';

/** The members of Google's Schema. Source: ai.google.dev/api/caching#Schema, November 2026. */
const KEYWORDS = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
]);
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};
/** Protocol buffers are parsed up to a hundred levels deep; each schema takes three. */
const DEPTH_MAX = 32;
const ONLY_FOR: Readonly<Record<string, string>> = {
  properties: 'object',
  required: 'object',
  items: 'array',
};

type Rule = (located: PlacedSchema) => string | undefined;

/** Each with Google's message and its source. */
const RULES: readonly Rule[] = [
  // router-for-me/CLIProxyAPI#97, zed-industries/zed#44875
  ({ path, schema }) => {
    const odd = Object.keys(schema).find((name) => !KEYWORDS.has(name));
    return odd === undefined
      ? undefined
      : `Invalid JSON payload received. Unknown name "${odd}" at '${path}': Cannot find field.`;
  },
  // microsoft/azure-devops-mcp#145
  ({ path, schema }) => {
    const values = (schema['enum'] ?? []) as unknown[];
    const at = values.findIndex((value) => typeof value !== 'string');
    return at === -1
      ? undefined
      : `Invalid value at '${path}.enum[${at}]' (TYPE_STRING), ${JSON.stringify(values[at])}`;
  },
  // decolua/9router#359, directus/directus#27100
  ({ path, schema }) =>
    schema['enum'] !== undefined && !hasType(lowered(schema), 'string')
      ? `${path}.enum: only allowed for STRING type`
      : undefined,
  ({ path, schema }) =>
    ((schema['enum'] ?? []) as unknown[]).includes('')
      ? `${path}.enum: cannot be empty`
      : undefined,
  // The reference: "Required. Data type."
  ({ path, schema }) => {
    if (schema['anyOf'] !== undefined && schema['type'] === undefined) return undefined;
    const { type } = lowered(schema);
    return typeof type === 'string' && TYPES.includes(type)
      ? undefined
      : `Invalid value at '${path}.type' (Type), ${JSON.stringify(type)}`;
  },
  // The text of Vertex: "When using any_of, it must be the only field set."
  ({ path, schema }) =>
    schema['anyOf'] !== undefined && Object.keys(schema).length > 1
      ? `${path}: specified other fields alongside any_of. When using any_of, it must be the only field set.`
      : undefined,
  ({ path, schema }) => {
    const odd = Object.entries(ONLY_FOR).find(
      ([name, type]) => schema[name] !== undefined && !hasType(lowered(schema), type),
    );
    return odd && `${path}.${odd[0]}: only allowed for ${odd[1].toUpperCase()} type`;
  },
  ({ path, schema }) =>
    hasType(lowered(schema), 'array') && !isSchema(schema['items'])
      ? `${path}.items: missing field.`
      : undefined,
  ({ path, schema }) => {
    const odd = ((schema['required'] ?? []) as string[]).findIndex(
      (name) => !namesOf(schema).includes(name),
    );
    return odd === -1 ? undefined : `${path}.required[${odd}]: property is not defined`;
  },
  ({ path, schema }) => {
    const { format } = schema;
    if (format === undefined) return undefined;
    const known = FORMATS[String(lowered(schema)['type'])] ?? [];
    return known.includes(String(format))
      ? undefined
      : `${path}.format: only ${known.map((name) => `'${name}'`).join(' and ')} are supported`;
  },
  ({ path, depth }) => (depth > DEPTH_MAX ? `${path}: A schema is nested too deeply.` : undefined),
];

/**
 * Returns what Google refuses about a schema in `parameters` or `responseSchema`; undefined if it is
 * accepted.
 */
export function findGeminiSchemaMistake(schema: unknown): string | undefined {
  for (const located of listSchemas(schema)) {
    for (const rule of RULES) {
      const mistake = rule(located);
      if (mistake !== undefined) return mistake;
    }
  }
  return undefined;
}

/** Types may be uppercase. */
function lowered(schema: Schema): Schema {
  const { type } = schema;
  return typeof type === 'string' ? { ...schema, type: type.toLowerCase() } : schema;
}
