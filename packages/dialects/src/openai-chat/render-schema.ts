import { jsonInstruction } from '../ir/json-instruction.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { ResponseFormat, ChatRequest, Tool } from '../ir/request.ts';
import { fitToolSchema } from '../schemas/fit-tool-schema.ts';
import { isStrictSchema } from '../schemas/is-strict-schema.ts';
import { normaliseSchema } from '../schemas/normalise-schema.ts';
import type { JsonObject } from '../json/json-object.ts';

export interface RenderedSchema {
  readonly schema: JsonObject | undefined;
  readonly strict: boolean | undefined;
}

/** Renders a tool's schema as OpenAI accepts it; one that its grammars do not support is not strict. */
export function renderToolSchema(
  { schema, strict }: Tool,
  warnings: ConversionWarnings,
): RenderedSchema {
  if (!schema) return { schema, strict: strict && withoutStrict(warnings) };
  const fitted = fitToolSchema(schema);
  if (fitted.changed) warnings.note('schema');
  const isRefused = strict && !isStrictSchema(fitted.schema);
  return { schema: fitted.schema, strict: isRefused ? withoutStrict(warnings) : strict };
}

type SchemaFormat = Extract<ResponseFormat, { kind: 'schema' }>;

/** Renders the schema of a response in the same way. */
export function renderResponseSchema(
  format: SchemaFormat,
  warnings: ConversionWarnings,
): RenderedSchema {
  const { schema: fitted, changed } = normaliseSchema(format.schema);
  const schema = { ...fitted, type: 'object' };
  if (changed) warnings.note('schema');
  const isRefused = format.strict && !isStrictSchema(schema);
  return { schema, strict: isRefused ? withoutStrict(warnings) : format.strict };
}

function withoutStrict(warnings: ConversionWarnings): false {
  warnings.note('strict');
  return false;
}

/** OpenAI has no format for responses that are not objects: the instructions describe them. */
export function describeNonObjectFormat(
  request: ChatRequest,
  warnings: ConversionWarnings,
): ChatRequest {
  const { format, ...others } = request;
  if (format?.kind !== 'schema' || isOfObjects(format.schema)) return request;
  warnings.note('json_schema');
  const text = jsonInstruction(format.schema);
  return { ...others, system: [...request.system, { type: 'text', text }] };
}

function isOfObjects({ type, properties }: JsonObject): boolean {
  return type === 'object' || (type === undefined && properties !== undefined);
}
