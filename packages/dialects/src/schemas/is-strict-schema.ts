import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { includesType } from './normalise-schema.ts';
import { DEPTH_MAX, KEYWORDS } from './schema-keywords.ts';

const REFUSED = [
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
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'prefixItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];
const FORMATS = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);
const PROPERTIES_MAX = 5000;
const LEVELS_MAX = 10;

/**
 * Returns whether OpenAI accepts a schema as strict: objects are closed and require all of their members, and
 * every keyword is supported by its grammars. `root` is a normalized schema. Source: OpenAI, structured
 * outputs, supported schemas; @ai-sdk/openai 4.0.118 (schema files).
 */
export function isStrictSchema(root: JsonObject): boolean {
  if (root.type !== 'object' || root.anyOf !== undefined || root.$ref !== undefined) return false;
  const count = { properties: 0 };
  return isStrict(root, 0, count) && count.properties <= PROPERTIES_MAX;
}

function isStrict(schema: unknown, level: number, count: { properties: number }): boolean {
  if (!isRecord(schema) || level > Math.min(LEVELS_MAX, DEPTH_MAX)) return false;
  if (REFUSED.some((name) => schema[name] !== undefined)) return false;
  if (typeof schema.format === 'string' && !FORMATS.has(schema.format)) return false;
  if (typeof schema.pattern === 'string' && schema.pattern.includes('(?')) return false;
  const isTyped = ['type', 'anyOf', '$ref', 'enum', 'const'].some(
    (name) => schema[name] !== undefined,
  );
  if (!isTyped || !isClosed(schema)) return false;
  count.properties += isRecord(schema.properties) ? Object.keys(schema.properties).length : 0;
  return Object.entries(schema).every(([name, value]) => {
    switch (KEYWORDS.get(name)) {
      case 'schema':
        return name === 'additionalProperties' || isStrict(value, level + 1, count);
      case 'schema-map':
        return Object.values(value as JsonObject).every((each) => isStrict(each, level + 1, count));
      case 'schema-list':
        return (value as unknown[]).every((each) => isStrict(each, level + 1, count));
      default:
        return true;
    }
  });
}

function isClosed({ type, properties, additionalProperties, required }: JsonObject): boolean {
  if (!includesType(type, 'object') && properties === undefined) return true;
  const names = Object.keys(isRecord(properties) ? properties : {});
  const isNeeded = new Set<unknown>(Array.isArray(required) ? required : []);
  return additionalProperties === false && names.every((name) => isNeeded.has(name));
}
