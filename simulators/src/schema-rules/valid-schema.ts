import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from './listed-schemas.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/**
 * What makes a schema invalid by JSON Schema 2020-12, also references to nothing; undefined where it
 * is valid.
 */
export function findInvalidSchema(schema: Schema): string | undefined {
  // Vendors take schemas that name another draft, and read them by this one.
  const { $schema: _draft, ...given } = schema;
  // The validator has a meaning for OpenAPI's nullable; JSON Schema has none.
  const plain = JSON.parse(JSON.stringify(given), (name, value: unknown) =>
    name === 'nullable' ? undefined : value,
  ) as Schema;
  if (!ajv.validateSchema(plain)) return ajv.errorsText();
  try {
    ajv.compile(plain);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    ajv.removeSchema(plain);
  }
}

/** Validates values against a schema of JSON Schema 2020-12. */
export function openSchema(schema: Schema): (value: unknown) => boolean {
  const check = ajv.compile(schema);
  return (value) => check(value);
}
