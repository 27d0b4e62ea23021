import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';

/** What narrows values and is answered with 400. */
const REFUSED = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'contains',
  'prefixItems',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
]);
const FORMATS = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);
/** Members that hold schemas by name, and those that hold a list of them. */
const MAPS = new Set(['properties', '$defs', 'definitions']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf']);

export interface FittedSchema {
  readonly schema: JsonObject;
  /** Something that says what values may be was left out or changed. */
  readonly changed: boolean;
}

/**
 * A JSON schema as Anthropic compiles it for structured output and strict tools: objects are closed,
 * bounds of numbers, texts and lists are unknown.
 * Source: Anthropic, structured outputs, JSON schema limitations.
 */
export function fitSchema(root: JsonObject): FittedSchema {
  let changed = false;
  const fitValue = (value: unknown): unknown => (isRecord(value) ? fit(value) : value);

  function fit(schema: JsonObject): JsonObject {
    const fitted: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(schema)) {
      if (isRefused(name, value)) changed = true;
      else if (MAPS.has(name) && isRecord(value))
        fitted[name] = Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, fitValue(item)]),
        );
      else if (LISTS.has(name) && Array.isArray(value))
        fitted[name === 'oneOf' ? 'anyOf' : name] = value.map(fitValue);
      else fitted[name] = name === 'items' ? fitValue(value) : value;
    }
    const { type, additionalProperties: open } = fitted;
    const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
    if (!isObject && fitted.properties === undefined) return fitted;
    if ((open !== undefined && open !== false) || fitted.properties === undefined) changed = true;
    return { ...fitted, additionalProperties: false };
  }

  const schema = fit(root);
  return { schema, changed };
}

function isRefused(name: string, value: unknown): boolean {
  if (name === 'minItems') return typeof value !== 'number' || value > 1;
  return REFUSED.has(name) || (name === 'format' && !FORMATS.has(String(value)));
}
