import { jsonInstruction } from '../ir/json-instruction.ts';
import type { LossReport } from '../ir/losses.ts';
import type { AnswerFormat, ChatRequest, Tool } from '../ir/request.ts';
import { fitToolSchema } from '../schemas/fit-tool-schema.ts';
import { isStrictSchema } from '../schemas/is-strict-schema.ts';
import { normaliseSchema } from '../schemas/normalise-schema.ts';
import type { JsonObject } from './client-request.ts';

export interface RenderedSchema {
  readonly schema: JsonObject | undefined;
  readonly strict: boolean | undefined;
}

/** A tool's schema as OpenAI takes it; one that its grammars do not know is not strict. */
export function renderToolSchema({ schema, strict }: Tool, losses: LossReport): RenderedSchema {
  if (!schema) return { schema, strict: strict && fallBack(losses) };
  const fitted = fitToolSchema(schema);
  if (fitted.changed) losses.note('schema');
  const isRefused = strict && !isStrictSchema(fitted.schema);
  return { schema: fitted.schema, strict: isRefused ? fallBack(losses) : strict };
}

type SchemaFormat = Extract<AnswerFormat, { kind: 'schema' }>;

/** The same for the schema of an answer. */
export function renderAnswerSchema(format: SchemaFormat, losses: LossReport): RenderedSchema {
  const { schema: fitted, changed } = normaliseSchema(format.schema);
  const schema = { ...fitted, type: 'object' };
  if (changed) losses.note('schema');
  const isRefused = format.strict && !isStrictSchema(schema);
  return { schema, strict: isRefused ? fallBack(losses) : format.strict };
}

function fallBack(losses: LossReport): false {
  losses.note('strict');
  return false;
}

/** Answers that are no objects have no format there: the model is told in words. */
export function instructOtherThanObjects(request: ChatRequest, losses: LossReport): ChatRequest {
  const { format, ...others } = request;
  if (format?.kind !== 'schema' || isOfObjects(format.schema)) return request;
  losses.note('json_schema');
  const text = jsonInstruction(format.schema);
  return { ...others, system: [...request.system, { type: 'text', text }] };
}

function isOfObjects({ type, properties }: JsonObject): boolean {
  return type === 'object' || (type === undefined && properties !== undefined);
}
