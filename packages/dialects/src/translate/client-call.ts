import { weighBody } from '../estimates/weigh-body.ts';
import type { Dialect } from '../ir/dialect.ts';
import { readSafely, ShapeError, readWhole, readFlag, reject } from '../ir/read-shape.ts';
import { member } from '../gemini-generate/member.ts';
import type { MediaRequest } from '../media/media-request.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type {
  ClientRequest,
  JsonObject,
  RequestFault,
  RequestKind,
} from '../openai-chat/client-request.ts';
import { insertMember, replaceMember } from '../json/splice-members.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { findAmbiguousModel, readRequest } from '../openai-chat/request.ts';
import { refuse } from '../openai-chat/request-members.ts';
import { recordOf } from '../json/loose-values.ts';
import { needModel, readGeminiEmbeddings, readRerank } from './side-call.ts';

export interface ClientCallInput {
  readonly dialect: Dialect;
  readonly bytes: Uint8Array;
  /** What of the OpenAI envelope it is; a chat when absent. The other dialects have only chats. */
  readonly kind?: RequestKind;
  /** From the path, where bodies do not name it: Gemini, and embeddings of OpenAI's engines. */
  readonly model?: string;
  readonly stream?: boolean;
}

export type ReadCallResult =
  | { readonly ok: true; readonly call: ClientCall }
  | { readonly ok: false; readonly fault: RequestFault };

/** A call in one of the chat dialects, or beside chat in the OpenAI envelope: the facts that the relay needs, and the body for a translation. */
export class ClientCall {
  readonly dialect: Dialect;
  readonly request: ClientRequest;
  /** Set for calls with pictures or sound. */
  readonly media: MediaRequest | undefined;
  #body: JsonObject | undefined;

  constructor(
    dialect: Dialect,
    request: ClientRequest,
    body: JsonObject | undefined,
    media?: MediaRequest,
  ) {
    this.dialect = dialect;
    this.request = request;
    this.media = media;
    this.#body = body;
  }

  /**
   * The parsed body, parsed once unless it was forgotten in between. Large chat bodies are first
   * parsed here, as the relay reads only parts of them. Throws ShapeError when it is no JSON.
   */
  get body(): JsonObject {
    this.#body ??= parseBody(this.request.bytes);
    return this.#body;
  }

  /** The same call of a client that wants its pictures as Google's `:predict` gives them. */
  asPrediction(): ClientCall {
    const { media } = this;
    return media
      ? new ClientCall(this.dialect, this.request, this.#body, { ...media, predicts: true })
      : this;
  }

  /** Frees the parsed body while the call waits for its answer; the bytes stay. */
  forgetBody(): void {
    this.#body = undefined;
  }
}

function parseBody(bytes: Uint8Array): JsonObject {
  const body = parseJson(bytes);
  if (isRecord(body)) return body;
  throw new ShapeError(refuse('The request body is not valid JSON.', null, 'invalid_json'));
}

/** More than any model produces. */
const TOKENS_MAX = 2 ** 31 - 1;
/** Reservations must rather be a little high than low. */
const ESTIMATE_MARGIN = 1.1;
/** The member without which a call of the dialect makes no sense. */
const REQUIRED: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'messages',
  'openai-responses': 'input',
  'anthropic-messages': 'messages',
  'gemini-generate': 'contents',
};

/**
 * Reads a call of any chat dialect once and checks what the gateway itself depends on. Never
 * throws; faults are rendered by renderError in the caller's dialect.
 */
export function readCall(input: ClientCallInput): ReadCallResult {
  const { dialect } = input;
  if (dialect === 'openai-chat') {
    const { kind = 'chat', model = '' } = input;
    const isNamed = model !== '' && kind === 'embeddings';
    const bytes = isNamed ? nameModel(input.bytes, model) : input.bytes;
    if (kind === 'rerank') return readRerankCall(bytes);
    const read = readRequest(kind, bytes);
    if (!read.ok) return read;
    return { ok: true, call: new ClientCall(dialect, read.request, undefined) };
  }
  const { bytes } = input;
  const body = parseJson(bytes);
  if (!isRecord(body)) {
    const [words, code] =
      body === undefined
        ? ['is not valid JSON', 'invalid_json']
        : ['must be a JSON object', 'invalid_type'];
    return { ok: false, fault: refuse(`The request body ${words}.`, null, code) };
  }
  const members = dialect === 'gemini-generate' ? [] : (listTopLevelMembers(bytes) ?? []);
  const ambiguous = findAmbiguousModel(body.model, bytes, members);
  if (ambiguous) return { ok: false, fault: ambiguous };
  const read = readSafely(() => readFacts(input, body));
  if (!read.ok) return read;
  return { ok: true, call: new ClientCall(dialect, read.value, body) };
}

/** A body whose model stands in the path, as the others have it. */
function nameModel(bytes: Uint8Array, model: string): Uint8Array {
  const text = JSON.stringify(model);
  const members = listTopLevelMembers(bytes);
  if (!members) return bytes;
  const isNamed = members.some(({ name }) => name === 'model');
  return (isNamed ? replaceMember : insertMember)(bytes, 'model', text);
}

function readRerankCall(bytes: Uint8Array): ReadCallResult {
  const read = readSafely(() => readRerank(bytes));
  if (!read.ok) return read;
  const { request, body } = read.value;
  return { ok: true, call: new ClientCall('openai-chat', request, body) };
}

function readFacts(input: ClientCallInput, body: JsonObject): ClientRequest {
  const { dialect, bytes } = input;
  const isGemini = dialect === 'gemini-generate';
  if (isGemini && input.kind === 'embeddings')
    return readGeminiEmbeddings(bytes, body, needModel(input.model));
  const name = REQUIRED[dialect];
  const stored = dialect === 'openai-responses' && (body.previous_response_id ?? body.prompt);
  if ((body[name] === undefined || body[name] === null) && !stored) {
    reject(`The parameter ${name} is required.`, name, 'missing_required_parameter');
  }
  // Its output would be made, and paid upstream, after the call has ended here.
  if (dialect === 'openai-responses' && body.background === true)
    reject('background calls are not supported.', 'background');
  const model = needModel(isGemini ? (input.model ?? '') : body.model);
  const limit = readLimit(dialect, body);
  return {
    kind: 'chat',
    model,
    stream: isGemini ? (input.stream ?? false) : (readFlag(body.stream, 'stream') ?? false),
    includeUsage: true,
    hasStreamOptions: Object.hasOwn(body, 'stream_options'),
    ...(limit === undefined ? {} : { maxOutputTokens: limit }),
    choices: isGemini ? readCandidates(body) : 1,
    promptTokensEstimate: Math.ceil((weighBody(body) * ESTIMATE_MARGIN) / 100),
    bytes,
  };
}

function readLimit(dialect: Dialect, body: JsonObject): number | undefined {
  const [holder, name] =
    dialect === 'gemini-generate'
      ? [configOf(body), 'maxOutputTokens']
      : [body, dialect === 'openai-responses' ? 'max_output_tokens' : 'max_tokens'];
  const limit = readWhole(member(holder, name), name);
  if (limit === undefined) return undefined;
  if (limit < 0) reject(`${name} must be at least 0.`, name, 'integer_below_min_value');
  if (limit > TOKENS_MAX) {
    reject(`${name} must be at most ${TOKENS_MAX}.`, name, 'integer_above_max_value');
  }
  return limit;
}

function readCandidates(body: JsonObject): number {
  const count = readWhole(member(configOf(body), 'candidateCount'), 'candidateCount') ?? 1;
  if (count < 1 || count > 128) {
    reject('candidateCount must be from 1 to 128.', 'candidateCount', 'integer_out_of_range');
  }
  return count;
}

function configOf(body: JsonObject): JsonObject {
  const config = member(body, 'generationConfig');
  return recordOf(config);
}
