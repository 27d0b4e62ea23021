import { textOf, textOrNumberOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { describeLost } from '../schemas/describe-lost.ts';
import { includesType, normaliseSchema } from '../schemas/normalise-schema.ts';
import { KEYWORDS, resolvePointer } from '../schemas/schema-keywords.ts';

/** Keywords refused with 400; they are moved into the description. */
const REFUSED = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'prefixItems',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'allOf',
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
/** Most optional members, and most members with a union of types, in one schema. */
const OPTIONAL_MAX = 24;
const UNIONS_MAX = 16;

export interface CompiledSchema {
  readonly schema: JsonObject;
  /** A keyword that constrains values was dropped or changed. */
  readonly changed: boolean;
  /**
   * False if the schema cannot be expressed: it is recursive, has objects with arbitrary members, or exceeds
   * the limits.
   */
  readonly usable: boolean;
}

/**
 * Converts a JSON schema to the subset that Anthropic compiles for structured output and strict tools:
 * objects are closed; limits on numbers, strings and lists are not supported and are described in words.
 * Source: Anthropic, structured outputs, JSON schema limitations and complexity limits.
 */
export function fitSchema(input: JsonObject): CompiledSchema {
  const normalised = normaliseSchema(input);
  const fitter = new SchemaFitter(normalised.schema);
  const schema = fitter.fit(normalised.schema, []);
  const { optional, unions } = fitter;
  return {
    schema,
    changed: normalised.changed || fitter.changed,
    usable: fitter.usable && optional <= OPTIONAL_MAX && unions <= UNIONS_MAX,
  };
}

/** Returns whether a model accepts a response's schema as its format; otherwise it is described in words. */
export function isCompiled(
  schema: JsonObject,
  { structuredOutput }: { readonly structuredOutput: boolean },
): boolean {
  return structuredOutput && schema.type === 'object' && fitSchema(schema).usable;
}

class SchemaFitter {
  changed = false;
  usable = true;
  optional = 0;
  unions = 0;
  readonly #root: JsonObject;
  #budget = SUBSCHEMAS_MAX;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** `inside`: the chain of references that led here. */
  fit(schema: JsonObject, inside: readonly string[]): JsonObject {
    this.#budget -= 1;
    if (this.#budget < 0) this.usable = false;
    const fitted: Record<string, unknown> = {};
    const lost: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(schema)) {
      if (this.#isRefused(name, value)) lost[name] = value;
      else fitted[name === 'oneOf' ? 'anyOf' : name] = this.#fitMember(name, value, inside);
    }
    if (lost.minItems !== undefined) fitted.minItems = 1;
    if (Object.keys(lost).length > 0) this.changed = true;
    // Closed objects would reject what only these keywords allow.
    if (lost.allOf !== undefined || lost.patternProperties !== undefined) this.usable = false;
    if (Array.isArray(fitted.anyOf) || Array.isArray(fitted.type)) this.unions += 1;
    if (typeof schema.$ref === 'string') this.#follow(schema.$ref, inside);
    return this.#close(describeLost(fitted, lost), schema);
  }

  #fitMember(name: string, value: unknown, inside: readonly string[]): unknown {
    const fitOne = (item: unknown) => (isRecord(item) ? this.fit(item, inside) : this.#any(item));
    switch (KEYWORDS.get(name)) {
      case 'schema':
        return name === 'additionalProperties' ? value : fitOne(value);
      case 'schema-map': {
        // Definitions count where they are referenced.
        const before = { optional: this.optional, unions: this.unions };
        const map = Object.entries(value as JsonObject).map(([key, item]) => [key, fitOne(item)]);
        if (name !== 'properties') Object.assign(this, before);
        return Object.fromEntries(map) as JsonObject;
      }
      case 'schema-list':
        return (value as unknown[]).map(fitOne);
      default:
        return value;
    }
  }

  #isRefused(name: string, value: unknown): boolean {
    if (name === 'additionalProperties') return typeof value !== 'boolean';
    if (name === 'minItems') return typeof value !== 'number' || value > 1;
    if (name === 'format') return !FORMATS.has(textOf(value));
    if (name === 'enum') return !(value as unknown[]).every(isPlain);
    return REFUSED.has(name) || (name === 'const' && !isPlain(value));
  }

  /** Closes objects; impossible for those with arbitrary members. */
  #close(fitted: JsonObject, source: JsonObject): JsonObject {
    const { properties, additionalProperties: open, required } = source;
    if (!includesType(fitted.type, 'object') && properties === undefined) return fitted;
    const names = Object.keys(isRecord(properties) ? properties : {});
    if (open !== undefined && open !== false) this.changed = true;
    if (open !== false && names.length === 0) this.usable = false;
    const needed: unknown[] = Array.isArray(required) ? required : [];
    const [isNamed, isNeeded] = [new Set(names), new Set(needed)];
    this.optional += names.filter((name) => !isNeeded.has(name)).length;
    const known = needed.filter((name) => isNamed.has(textOrNumberOf(name)));
    if (known.length < needed.length) this.changed = true;
    const { required: _given, ...rest } = fitted;
    const requirement = known.length > 0 ? { required: known } : {};
    return { ...rest, ...requirement, additionalProperties: false };
  }

  /** References are compiled in place, so they must not be recursive. */
  #follow(reference: string, inside: readonly string[]): void {
    const target = resolvePointer(this.#root, reference);
    if (inside.includes(reference) || inside.length > FOLLOWED_MAX) this.usable = false;
    else if (isRecord(target) && this.usable) this.fit(target, [...inside, reference]);
  }

  /** A boolean schema, which accepts anything or nothing. */
  #any(value: unknown): unknown {
    this.usable = false;
    return value;
  }
}

const FOLLOWED_MAX = 12;
/** References can fan out exponentially: the most subschemas that are visited. */
const SUBSCHEMAS_MAX = 5000;

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
