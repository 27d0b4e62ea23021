export interface Schema {
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

interface RawOperation {
  operationId: string;
  summary: string;
  'x-summary-zh'?: string;
  tags: readonly string[];
  'x-access'?: string;
  'x-scope'?: string;
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, RawOperation>>;
}

/** A parameter, or a member of a body: name, location and type. */
export interface Field {
  name: string;
  location: 'path' | 'query' | 'header' | 'body' | 'data';
  isRequired: boolean;
  type: string;
  /** Bounds and default in short; otherwise empty. */
  note: string;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** The minimum role: `public`, `optional`, `user`, `admin` or `root`; `key` for the relay. */
  access: string;
  /** The scope that an access token needs; `session` if tokens are not accepted, empty if none is needed. */
  scope: string;
  input: readonly Field[];
  /** The members of `data` in the response. */
  output: readonly Field[];
}

export interface OperationGroup {
  name: string;
  /** The name as a heading. */
  title: string;
  operations: readonly Operation[];
}

/** Texts of the reference in the console's language. */
export interface ReferenceTexts {
  language: string;
  titleOf: (subject: string) => string;
  characters: (count: number) => string;
}

/** From this magnitude on, a bound only means "any integer". */
const ANY_INTEGER = 9_000_000_000_000_000;
/** Nested members are listed as dotted names, up to this depth. */
const DEPTH_MAX = 2;

/**
 * Returns the calls of the management API by subject; those of the relay have their own pages. `titleOf`
 * names a subject, `characters` describes a maximum length.
 */
export function readOpenApi({ paths }: OpenApi, texts: ReferenceTexts): OperationGroup[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, raw] of Object.entries(methods)) {
      const [name = ''] = raw.tags;
      if (name === 'relay') continue;
      groups.set(name, [...(groups.get(name) ?? []), toOperation(path, method, raw, texts)]);
    }
  return [...groups].map(([name, operations]) => ({
    name,
    title: texts.titleOf(name),
    operations,
  }));
}

function toOperation(
  path: string,
  method: string,
  raw: RawOperation,
  texts: ReferenceTexts,
): Operation {
  const body = raw.requestBody?.content['application/json']?.schema;
  const answer = raw.responses['200']?.content?.['application/json']?.schema;
  // The first form is that of success, the other one that of every refusal.
  const response = answer?.anyOf?.[0] ?? answer;
  const parameters = (raw.parameters ?? []).map(
    ({ name, in: location, required, schema = {} }) => ({
      name,
      location: location as Field['location'],
      isRequired: required === true,
      type: typeOf(schema),
      note: constraintsOf(schema, texts),
    }),
  );
  const data = response?.properties?.data;
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: (texts.language === 'zh' ? raw['x-summary-zh'] : undefined) ?? raw.summary,
    access: raw['x-access'] ?? 'public',
    scope: raw['x-scope'] === 'open' ? '' : (raw['x-scope'] ?? ''),
    input: [...parameters, ...fieldsOf(body, { location: 'body', texts })],
    output: data
      ? fieldsOf(data.type === 'array' ? data.items : data, { location: 'data', texts })
      : [],
  };
}

function fieldsOf(
  schema: Schema | undefined,
  of: { location: 'body' | 'data'; texts: ReferenceTexts },
  prefix = '',
  depth = 0,
): Field[] {
  const { location, texts } = of;
  if (!schema?.properties) return [];
  return Object.entries(schema.properties).flatMap(([name, inner]) => {
    const full = prefix + name;
    const nested = inner.type === 'array' ? inner.items : inner;
    const deeper =
      depth < DEPTH_MAX && nested?.properties
        ? fieldsOf(nested, of, `${full}${inner.type === 'array' ? '[]' : ''}.`, depth + 1)
        : [];
    const isRequired = schema.required?.includes(name) === true;
    return [
      { name: full, location, isRequired, type: typeOf(inner), note: constraintsOf(inner, texts) },
      ...deeper,
    ];
  });
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `{ [name]: ${typeOf(schema.additionalProperties)} }`;
  return schema.type ?? 'any';
}

function constraintsOf(
  { default: usual, minimum, maximum, maxLength }: Schema,
  { characters }: ReferenceTexts,
): string {
  const low = minimum !== undefined && minimum > -ANY_INTEGER ? `≥ ${minimum}` : '';
  const high = maximum !== undefined && maximum < ANY_INTEGER ? `≤ ${maximum}` : '';
  const long = maxLength === undefined ? '' : characters(maxLength);
  const byDefault = usual === undefined ? '' : `= ${JSON.stringify(usual)}`;
  return [low, high, long, byDefault].filter(Boolean).join(', ');
}

/** Filters calls by role, subject, and words of their path, summary or fields. */
export function filterOperations(
  groups: readonly OperationGroup[],
  { text, access, subject }: { text: string; access: string; subject: string },
): OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ id, method, path, summary, scope, input, output }: Operation) => {
    const names = [...input, ...output].map(({ name }) => name);
    const all = [id, method, path, summary, scope, ...names].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return groups
    .filter(({ name }) => subject === '' || name === subject)
    .map((group) => ({
      ...group,
      operations: group.operations.filter(
        (operation) => (access === '' || operation.access === access) && matches(operation),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);
}
