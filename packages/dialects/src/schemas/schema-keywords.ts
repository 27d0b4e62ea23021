/** Kinds of keyword values. */
export type KeywordKind =
  | 'schema'
  | 'schema-map'
  | 'schema-list'
  | 'number'
  | 'count'
  | 'text'
  | 'flag'
  | 'text-list'
  | 'values'
  | 'type';

/** JSON schema keywords that constrain or annotate values. Source: JSON Schema 2020-12. */
export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ...of('schema', ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']),
  ...of('schema', ['propertyNames', 'unevaluatedItems', 'unevaluatedProperties']),
  ...of('schema-map', ['properties', 'patternProperties', '$defs', 'definitions']),
  ...of('schema-map', ['dependentSchemas']),
  ...of('schema-list', ['anyOf', 'oneOf', 'allOf', 'prefixItems']),
  ...of('number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...of('count', ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties']),
  ...of('count', ['maxProperties', 'minContains', 'maxContains']),
  ...of('text', ['title', 'description', 'pattern', 'format', '$ref', '$schema', '$id']),
  ...of('text', ['$comment', '$anchor']),
  ...of('flag', ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']),
  ...of('text-list', ['required']),
  ...of('values', ['enum']),
  ...of('type', ['type']),
]);

function of(kind: KeywordKind, names: readonly string[]): [string, KeywordKind][] {
  return names.map((name) => [name, kind]);
}

export const TYPES: readonly string[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
];

/** Deeper schemas are truncated: no model follows them, and vendors refuse them. */
export const DEPTH_MAX = 24;

/** Resolves a local reference; undefined for anything else. */
export function resolvePointer(root: unknown, reference: unknown): unknown {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const name of reference.slice(2).split('/')) {
    const key = decodeName(name);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function decodeName(name: string): string {
  const unescaped = name.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped;
  }
}
