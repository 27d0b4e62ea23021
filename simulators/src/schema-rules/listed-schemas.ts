export type Schema = Readonly<Record<string, unknown>>;

/** A schema and its position in its parent. */
export interface PlacedSchema {
  readonly path: string;
  readonly schema: Schema;
  /** How many schemas are around it. */
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

/** A schema and all inside it. Throws RangeError where a schema is required and missing. */
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

/** The names of an object's members. */
export function namesOf(schema: Schema): string[] {
  return Object.keys(schema['properties'] ?? {});
}

/** Whether it is of a type, or of several with that one. */
export function hasType({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}
