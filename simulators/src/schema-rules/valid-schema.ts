import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from './listed-schemas.ts';

// Each validator is used a few times, so optimizing it costs more than it gains.
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });

/** Verdicts by the text of the schema: vendors are sent the same schemas in tests of many pairs. */
const verdicts = new Map<string, string | undefined>();
const VERDICTS_MAX = 10_000;

/**
 * Returns why a schema is invalid by JSON Schema 2020-12, including dangling references; undefined if it is
 * valid.
 */
export function findInvalidSchema(schema: Schema): string | undefined {
  const text = JSON.stringify(schema);
  if (verdicts.has(text)) return verdicts.get(text);
  if (verdicts.size >= VERDICTS_MAX) verdicts.clear();
  const verdict = validate(schema);
  verdicts.set(text, verdict);
  return verdict;
}

function validate(schema: Schema): string | undefined {
  // Vendors accept schemas that name another draft, and interpret them by this one.
  const { $schema: _draft, ...rest } = schema;
  // The validator implements OpenAPI's nullable, which JSON Schema does not have.
  const plain = JSON.parse(JSON.stringify(rest), (name, value: unknown) =>
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

/** Creates a validator of values for a JSON Schema 2020-12. */
export function openSchema(schema: Schema): (value: unknown) => boolean {
  const check = ajv.compile(schema);
  return (value) => check(value);
}
