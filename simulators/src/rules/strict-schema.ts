type Schema = {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  $defs?: Record<string, Schema>;
};

/**
 * Finds where a schema is looser than strict mode allows: an object with additional or optional members.
 * Returns undefined if it is strict.
 */
export function findLooseSchema(schema: Schema | undefined, path = '()'): string | undefined {
  if (typeof schema !== 'object') return undefined;
  const properties = schema.properties ?? {};
  if (schema.type === 'object') {
    const required = schema.required ?? [];
    const isWhole = Object.keys(properties).every((name) => required.includes(name));
    if (schema.additionalProperties !== false || !isWhole) return path;
  }
  const inner = [
    ...Object.entries(properties),
    ...Object.entries(schema.$defs ?? {}),
    ...(schema.anyOf ?? []).map((one, index): [string, Schema] => [`anyOf[${index}]`, one]),
    ...(schema.items ? [['items', schema.items] as const] : []),
  ];
  for (const [name, value] of inner) {
    const loose = findLooseSchema(value, `('${name}')`);
    if (loose !== undefined) return loose;
  }
  return undefined;
}
