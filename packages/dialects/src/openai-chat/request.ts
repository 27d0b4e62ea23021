import { isRecord, parseJson } from '../json/parse-json.ts';
import { findFirstMember } from '../json/top-level-members.ts';
import { completionsShape } from '../openai-completions/completions-shape.ts';
import { embeddingsShape } from '../openai-embeddings/embeddings-shape.ts';
import { moderationsShape } from '../openai-moderations/moderations-shape.ts';
import { chatShape } from './chat-shape.ts';
import type {
  ClientRequest,
  JsonObject,
  RequestFault,
  RequestKind,
  RequestShape,
} from './client-request.ts';
import {
  readBoolean,
  readCount,
  readModel,
  refuse,
  requireMember,
  type Checked,
} from './request-members.ts';

export type ReadRequestResult =
  | { readonly ok: true; readonly request: ClientRequest }
  | { readonly ok: false; readonly fault: RequestFault };

const shapes: Readonly<Record<RequestKind, RequestShape>> = {
  chat: chatShape,
  completions: completionsShape,
  embeddings: embeddingsShape,
  moderations: moderationsShape,
};

const TOKENS_MAX = 2 ** 31 - 1;
const CHOICES_MAX = 128;
/** Reservations must rather be a little high than low. */
const ESTIMATE_MARGIN = 1.1;

/**
 * Reads a body once and checks only what the gateway itself depends on; the upstream judges the
 * rest. Never throws.
 */
export function readRequest(kind: RequestKind, bytes: Uint8Array): ReadRequestResult {
  const body = parseJson(bytes);
  if (body === undefined)
    return {
      ok: false,
      fault: refuse('The request body is not valid JSON.', null, 'invalid_json'),
    };
  if (!isRecord(body)) {
    return {
      ok: false,
      fault: refuse('The request body must be a JSON object.', null, 'invalid_type'),
    };
  }
  const fault = findAmbiguousModel(body, bytes);
  if (fault) return { ok: false, fault };
  const result = readBody(kind, shapes[kind], body, bytes);
  return result.ok ? { ok: true, request: result.value } : result;
}

function readBody(
  kind: RequestKind,
  shape: RequestShape,
  body: JsonObject,
  bytes: Uint8Array,
): Checked<ClientRequest> {
  const model = readModel(body, shape.defaultModel);
  if (!model.ok) return model;
  const missing = requireMember(body, shape.required.name, shape.required.types);
  if (missing) return { ok: false, fault: missing };
  const stream = shape.generates
    ? readBoolean(body, 'stream')
    : { ok: true as const, value: false };
  if (!stream.ok) return stream;
  const options = readStreamOptions(shape.generates ? body['stream_options'] : undefined);
  if (!options.ok) return options;
  const limit = readLimit(body, shape.limitMembers);
  if (!limit.ok) return limit;
  const choices = shape.generates ? readChoices(body) : { ok: true as const, value: 1 };
  if (!choices.ok) return choices;
  return {
    ok: true,
    value: {
      kind,
      model: model.value,
      stream: stream.value,
      includeUsage: stream.value && options.value,
      hasStreamOptions: shape.generates && Object.hasOwn(body, 'stream_options'),
      ...(limit.value === undefined ? {} : { maxOutputTokens: limit.value }),
      choices: choices.value,
      promptTokensEstimate: Math.ceil((shape.weighPrompt(body) * ESTIMATE_MARGIN) / 100),
      bytes,
    },
  };
}

/** Whether the client wants the usage chunk. */
function readStreamOptions(options: unknown): Checked<boolean> {
  if (options === undefined || options === null) return { ok: true, value: false };
  if (!isRecord(options)) {
    return {
      ok: false,
      fault: refuse('stream_options must be an object.', 'stream_options', 'invalid_type'),
    };
  }
  return readBoolean(options, 'include_usage', 'stream_options.include_usage');
}

function readLimit(body: JsonObject, names: readonly string[]): Checked<number | undefined> {
  let limit: number | undefined;
  for (const name of names) {
    const value = readCount(body, name, 0, TOKENS_MAX);
    if (!value.ok) return value;
    limit ??= value.value;
  }
  return { ok: true, value: limit };
}

function readChoices(body: JsonObject): Checked<number> {
  const asked = readCount(body, 'n', 1, CHOICES_MAX);
  if (!asked.ok) return asked;
  const made = readCount(body, 'best_of', 1, CHOICES_MAX);
  if (!made.ok) return made;
  return { ok: true, value: Math.max(asked.value ?? 1, made.value ?? 1) };
}

/**
 * A body that names its model twice, or once more in another case, would be priced by one name and
 * may be served by the other, as JSON readers differ in which one they take: the first, or the
 * last as here. So both must say the same.
 */
function findAmbiguousModel(body: JsonObject, bytes: Uint8Array): RequestFault | undefined {
  const fault = refuse(
    'The request body names its model more than once.',
    'model',
    'duplicate_parameter',
  );
  for (const name of Object.keys(body)) {
    if (name.length === 5 && name !== 'model' && name.toLowerCase() === 'model') return fault;
  }
  const first = findFirstMember(bytes, 'model');
  if (!first) return undefined;
  const named = parseJson(bytes.subarray(first.start, first.end));
  return typeof named !== 'string' || named === body['model'] ? undefined : fault;
}
