import fc from 'fast-check';

export type Schema = Record<string, unknown>;

const text = fc.constantFrom('', 'a', 'b', 'a b', 'Ünï');
const key = fc.constantFrom('a', 'b', 'kind', 'filter[id]', 'type', 'items', 'x'.repeat(70));
const number = fc.constantFrom(-2, 0, 1, 2.5, 7);
const count = fc.constantFrom(0, 1, 2, 5);
const literal = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');

/** What clients and MCP servers send, with keywords of any draft, and what is not a schema at all. */
const KEYWORDS = {
  type: fc.oneof(
    { weight: 6, arbitrary: type },
    { weight: 2, arbitrary: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom('STRING', 'any', 5, null) },
  ),
  title: text,
  description: text,
  enum: fc.oneof(
    fc.array(literal, { minLength: 1, maxLength: 4 }),
    fc.constantFrom([1, 2, 3], ['a', 'b'], [''], [{ a: 1 }], []),
  ),
  const: fc.oneof(literal, fc.constantFrom({ a: 1 }, [1])),
  default: literal,
  format: fc.constantFrom('date-time', 'uri', 'email', 'int32', 'double', 'enum', 'odd'),
  pattern: fc.constantFrom('^a', '(?=a)b', '(', '\\d+'),
  minimum: number,
  maximum: number,
  exclusiveMinimum: fc.oneof(number, fc.boolean()),
  exclusiveMaximum: fc.oneof(number, fc.boolean()),
  multipleOf: fc.constantFrom(2, 0.5, 0),
  minLength: count,
  maxLength: fc.oneof(count, fc.constant('7')),
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  minProperties: count,
  maxProperties: count,
  nullable: fc.boolean(),
  required: fc.oneof(fc.array(key, { maxLength: 3 }), fc.boolean()),
  $ref: fc.constantFrom(
    '#',
    '#/$defs/one',
    '#/$defs/two',
    '#/$defs/none',
    '#/properties/a',
    '#/properties/filter[id]',
    '#/anyOf/0',
    'https://x.example/s',
  ),
  $comment: text,
  'x-origin': literal,
} as const;

/** Keywords that contain further schemas. */
const HOLDERS = (schema: fc.Arbitrary<unknown>, depth: fc.DepthIdentifier) => {
  const list = fc.array(schema, { maxLength: 3, depthIdentifier: depth });
  const map = fc.dictionary(key, schema, { maxKeys: 4, depthIdentifier: depth });
  return {
    properties: map,
    items: fc.oneof({ weight: 3, arbitrary: schema }, { weight: 1, arbitrary: list }),
    prefixItems: list,
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: schema,
    if: schema,
    else: schema,
    additionalProperties: fc.oneof(fc.boolean(), schema),
    patternProperties: map,
    propertyNames: schema,
    contains: schema,
    $defs: fc.record({ one: schema, two: schema }),
  };
};

/** Any schema that a client may send, valid or not, up to a few levels deep. */
export const anySchema: fc.Arbitrary<Schema> = fc.letrec<{ schema: unknown; object: Schema }>(
  (tie) => {
    const depth = fc.createDepthIdentifier();
    const held = HOLDERS(tie('schema'), depth);
    return {
      schema: fc.oneof(
        { depthSize: 'small', depthIdentifier: depth, maxDepth: 4 },
        { weight: 2, arbitrary: fc.record({ type }) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(true, false, {}) },
        { weight: 6, arbitrary: tie('object') },
      ),
      object: fc
        .tuple(pick(KEYWORDS, 4), pick(held, 3))
        .map(([plain, holding]) => ({ ...plain, ...holding })),
    };
  },
).object;

/** Picks a few of many keywords, as real schemas do. */
function pick(
  all: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  most: number,
): fc.Arbitrary<Schema> {
  return fc
    .subarray(Object.entries(all), { maxLength: most })
    .chain((entries) => fc.record(Object.fromEntries(entries)));
}

const plainText = fc.record(
  {
    type: fc.constant('string'),
    enum: fc.constantFrom(['a', 'b'], ['a']),
    minLength: fc.constantFrom(0, 1),
    description: fc.constant('A text.'),
  },
  { requiredKeys: ['type'] },
);
const plainNumber = fc.record(
  {
    type: fc.constantFrom('number', 'integer'),
    minimum: fc.constantFrom(-1, 0),
    maximum: fc.constantFrom(1, 3),
  },
  { requiredKeys: ['type'] },
);

/** Schemas with the keywords that all vendors support: their meaning must be preserved everywhere. */
export const plainSchema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema; object: Schema }>(
  (tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      plainText,
      plainNumber,
      fc.constant({ type: 'boolean' }),
      fc.constantFrom({ type: ['string', 'null'] }, { type: ['integer', 'null'] }),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.tuple(plainText, plainNumber).map((anyOf) => ({ anyOf })),
      tie('object'),
    ),
    object: fc
      .tuple(
        fc.dictionary(fc.constantFrom('a', 'b', 'kind'), tie('schema'), { minKeys: 1, maxKeys: 3 }),
        fc.boolean(),
      )
      .map(([properties, all]) => ({
        type: 'object',
        properties,
        ...(all ? { required: Object.keys(properties) } : {}),
      })),
  }),
).object;

/** Values that resemble schemas with the same keywords. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    literal,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'kind'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
