export type Schema = Readonly<Record<string, unknown>>;

/** A schema and its position in its parent. */
export interface PlacedSchema {
  readonly path: string;
  readonly schema: Schema;
  /** Number of enclosing schemas. */
  readonly depth: number;
}

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SINGLES = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
];

/** Lists a schema and everything nested in it. Throws RangeError if a required schema is missing. */
export function listSchemas(schema: unknown, path = '()', depth = 0): PlacedSchema[] {
  if (typeof schema === 'boolean') return [];
  if (!isSchema(schema)) throw new RangeError(`${path} is no schema`);
  const inner: [string, unknown][] = [
    ...MAPS.flatMap((name) =>
      Object.entries((schema[name] ?? {}) as Schema).map(([key, value]): [string, unknown] => [
        `${name}[${key}]`,
        value,
      ]),
    ),
    ...LISTS.flatMap((name) =>
      ((schema[name] ?? []) as unknown[]).map((value, index): [string, unknown] => [
        `${name}[${index}]`,
        value,
      ]),
    ),
    ...SINGLES.filter((name) => schema[name] !== undefined).map((name): [string, unknown] => [
      name,
      schema[name],
    ]),
  ];
  const here = { path, schema, depth };
  return [
    here,
    ...inner.flatMap(([name, value]) => listSchemas(value, `${path}.${name}`, depth + 1)),
  ];
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the names of an object's members. */
export function namesOf(schema: Schema): string[] {
  return Object.keys(schema['properties'] ?? {});
}

/** Whether a schema has a type, possibly among several. */
export function hasType({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}
