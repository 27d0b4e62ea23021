import {
  estimatePrompt,
  type PromptEstimate,
  promptFacts,
} from '../token-estimator/estimate-prompt.ts';
import { longestPromptOf } from '../token-estimator/longest-prompt.ts';
import type { PromptMembers } from '../token-estimator/prompt-members.ts';
import type { Dialect } from '../ir/dialect.ts';
import { readSafely, ShapeError, readWhole, readFlag, reject } from '../ir/read-shape.ts';
import { member } from '../gemini-generate/member.ts';
import type { MediaRequest } from '../media/media-request.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import type { RequestKind } from '../ir/call-kind.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readOcr } from '../ocr/read-ocr.ts';
import { insertMember, replaceMember } from '../json/splice-members.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { findAmbiguousMember } from '../limits/find-ambiguous-member.ts';
import { openBody, type OpenedBody, refuseJson } from '../openai-chat/open-body.ts';
import { readRequest, type ReadRequestResult } from '../openai-chat/request.ts';
import { numberOf, recordOf } from '../json/loose-values.ts';
import { compactionTrigger } from '../limits/compaction-trigger.ts';
import { maxOutputOf } from '../limits/model-outputs.ts';
import { LIMIT_NAMES } from '../limits/sent-limits.ts';
import { findZeroLimit } from '../limits/zero-limit.ts';
import {
  EMBEDDING_MEMBERS,
  type OtherDialect,
  PROMPT_MEMBERS,
  READ_MEMBERS,
  REQUIRED_MEMBER,
} from './read-members.ts';
import { readState } from '../state/read-state.ts';
import { SUMMARY_PROMPT } from '../openai-responses/compaction.ts';
import type { BillableFeatures, RequestedTool } from '../server-tools/billable-features.ts';
import { readMemberBits } from '../model-rules/model-rule.ts';
import { boundTools } from '../server-tools/bound-tools.ts';
import { type ReferencedItems, readReferencedItems } from '../openai-responses/referenced-items.ts';
import { readNamedIds } from '../state/named-ids.ts';
import { readBillable } from '../server-tools/read-billable.ts';
import { chatOfMessages, mayHaveMessagesTools } from './chat-of-messages.ts';
import { chatOfResponses, isResponsesBody } from './chat-of-responses.ts';
import { requireModel, readGeminiEmbeddings, readRerank } from './auxiliary-call.ts';

export interface ClientCallInput {
  readonly dialect: Dialect;
  readonly bytes: Uint8Array;
  /** The kind of call in the OpenAI envelope; a chat if absent. Other dialects only have chats. */
  readonly kind?: RequestKind;
  /** The model in the path, if bodies do not name it: Gemini, and embeddings of OpenAI's engines. */
  readonly model?: string;
  readonly stream?: boolean;
  /** Compacts a conversation of the OpenAI responses dialect. */
  readonly compacts?: boolean | undefined;
}

export type ReadCallResult =
  | { readonly ok: true; readonly call: ClientCall }
  | { readonly ok: false; readonly fault: RequestFault };

/**
 * A call in one of the chat dialects, or another kind in the OpenAI envelope: the facts that the relay needs,
 * and the body for a translation.
 */
export class ClientCall {
  readonly dialect: Dialect;
  readonly request: ClientRequest;
  /** Only for image and audio calls. */
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
   * The parsed body, parsed only once unless it was discarded in between. Large bodies are only parsed here,
   * as a call that passes through needs just parts of them. Throws ShapeError if it is not JSON.
   */
  get body(): JsonObject {
    this.#body ??= parseBody(this.request.bytes);
    return this.#body;
  }

  /** Returns the parsed body; undefined if it turns out not to be JSON. */
  tryBody(): JsonObject | undefined {
    try {
      return this.body;
    } catch (error) {
      if (error instanceof ShapeError) return undefined;
      throw error;
    }
  }

  /** Returns one member of the body, without parsing the others. */
  readMember(name: string): unknown {
    if (this.#body) return this.#body[name];
    const member = listTopLevelMembers(this.request.bytes)?.findLast((each) => each.name === name);
    return member && parseJson(this.request.bytes.subarray(member.start, member.end));
  }

  /** Returns the call for a client that expects images in the format of Google's `:predict`. */
  asPrediction(): ClientCall {
    const { media } = this;
    return media
      ? new ClientCall(this.dialect, this.request, this.#body, { ...media, predicts: true })
      : this;
  }

  /** Frees the body and its bytes, once nothing needs them any more. */
  forgetBytes(): void {
    this.#body = undefined;
    Object.assign(this.request, { bytes: NO_BYTES });
  }

  /**
   * Returns the call with a limit on the uses of each tool without one, if its dialect supports such limits.
   */
  withBoundTools(usesMax: number): ClientCall {
    const { billable, bytes } = this.request;
    const bounded = billable && boundTools(this.dialect, bytes, billable, usesMax);
    if (!bounded || bounded === bytes) return this;
    return new ClientCall(this.dialect, { ...this.request, bytes: bounded }, undefined, this.media);
  }

  /** Returns the call with tools that it may use without naming them: an earlier turn loaded them. */
  withFurtherTools(further: readonly RequestedTool[]): ClientCall {
    if (further.length === 0) return this;
    const { billable } = this.request;
    const tools = [...(billable?.tools ?? []), ...further];
    const request = { ...this.request, billable: { ...billable, tools } };
    return new ClientCall(this.dialect, request, this.#body, this.media);
  }

  /** Returns the call with another body. */
  withBytes(bytes: Uint8Array): ClientCall {
    const request = { ...this.request, bytes, marks: undefined };
    return new ClientCall(this.dialect, request, undefined, this.media);
  }

  /** Returns the model call that replaces a compaction call. */
  withoutCompaction(bytes: Uint8Array): ClientCall {
    const { compacts: _compacts, ...rest } = this.request;
    return new ClientCall(this.dialect, { ...rest, bytes, marks: undefined }, undefined);
  }

  /** Frees the parsed body while the call waits for its response; the bytes stay. */
  forgetBody(): void {
    this.#body = undefined;
  }
}

const NO_BYTES = new Uint8Array();

function parseBody(bytes: Uint8Array): JsonObject {
  const body = parseJson(bytes);
  if (isRecord(body)) return body;
  throw new ShapeError(refuseJson());
}

/** More than any model produces. */
const TOKENS_MAX = 2 ** 31 - 1;
/**
 * Reads a call of any chat dialect once and checks what the gateway itself depends on. Never throws; faults
 * are rendered by renderError in the caller's dialect.
 */
export function readCall(input: ClientCallInput): ReadCallResult {
  const { dialect } = input;
  if (dialect === 'openai-chat') {
    const { kind = 'chat', model = '' } = input;
    const isNamed = model !== '' && kind === 'embeddings';
    const bytes = isNamed ? nameModel(input.bytes, model) : input.bytes;
    if (kind === 'rerank') return readRerankCall(bytes);
    if (kind === 'ocr') return readOcrCall(bytes);
    const read = kind === 'chat' ? readChat(bytes) : readRequest(kind, bytes);
    if (!read.ok) return read;
    return { ok: true, call: new ClientCall(dialect, read.request, undefined) };
  }
  const { bytes } = input;
  const opened = openBody(bytes, READ_MEMBERS[dialect], promptMembersOf(input, dialect));
  if (!opened.ok) return opened;
  const { body, isWhole, members, marks } = opened;
  const ambiguous = findAmbiguousMember(bytes, members);
  if (ambiguous) return { ok: false, fault: ambiguous };
  const read = readSafely(() => readFacts(input, dialect, opened));
  if (!read.ok) return read;
  const request = { ...read.value, marks };
  return { ok: true, call: new ClientCall(dialect, request, isWhole ? body : undefined) };
}

/** Reads a chat, also in the forms in which Cursor sends it. */
function readChat(bytes: Uint8Array): ReadRequestResult {
  const read = readRequest('chat', bytes);
  if (!read.ok) {
    if (!isResponsesBody(bytes)) return read;
    const chat = chatOfResponses(bytes);
    return chat.ok ? readRequest('chat', chat.value) : chat;
  }
  if (!mayHaveMessagesTools(read.request)) return read;
  const chat = readSafely(() => chatOfMessages(bytes));
  if (!chat.ok) return chat;
  return chat.value ? readRequest('chat', chat.value) : read;
}

function promptMembersOf({ kind }: ClientCallInput, dialect: OtherDialect): PromptMembers {
  return kind === 'embeddings' ? EMBEDDING_MEMBERS : PROMPT_MEMBERS[dialect];
}

/** Inserts the model from the path into a body, as in other dialects. */
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

function readOcrCall(bytes: Uint8Array): ReadCallResult {
  const read = readSafely(() => readOcr(bytes));
  return read.ok ? { ok: true, call: new ClientCall('openai-chat', read.value, undefined) } : read;
}

type Opened = Extract<OpenedBody, { ok: true }>;

function readFacts(
  input: ClientCallInput,
  dialect: OtherDialect,
  { body, members, marks }: Opened,
): ClientRequest {
  const { bytes } = input;
  const isGemini = dialect === 'gemini-generate';
  if (isGemini && input.kind === 'embeddings')
    return readGeminiEmbeddings(bytes, body, members, requireModel(input.model));
  const name = REQUIRED_MEMBER[dialect];
  const stored = dialect === 'openai-responses' && (body.previous_response_id ?? body.prompt);
  if ((body[name] === undefined || body[name] === null) && !stored) {
    reject(`The parameter ${name} is required.`, name, 'missing_required_parameter');
  }
  const model = requireModel(isGemini ? (input.model ?? '') : body.model);
  const limit = readLimit(dialect, body);
  const prompt = estimatePrompt(PROMPT_MEMBERS[dialect], bytes, members);
  const billable = readBillable(dialect, bytes, members, marks);
  const state = readState(dialect, bytes, members);
  const memberBits = readMemberBits(bytes, members);
  const referenced = findReferencedItems({ dialect, bytes, model }, members, marks);
  const facts = promptFacts(
    withAdditionalContent(withReferencedItems(prompt, referenced), input, { model, billable }),
    model,
  );
  const ids = readNamedIds(bytes, members, marks);
  const named = referenced ? [...(ids ?? []), ...referenced.named] : ids;
  const trigger = compactionTrigger(dialect, bytes, members);
  const grows = billable !== undefined && (billable.tools.length > 0 || billable.mcp === true);
  const mayCompact = trigger !== undefined && (grows || facts.promptTokensMax >= trigger);
  return {
    kind: 'chat',
    model,
    stream: isGemini ? (input.stream ?? false) : (readFlag(body.stream, 'stream') ?? false),
    includeUsage: true,
    hasStreamOptions: Object.hasOwn(body, 'stream_options'),
    ...(limit === undefined ? {} : { maxOutputTokens: limit }),
    ...(memberBits === 0 ? {} : { memberBits }),
    choices: Math.max(isGemini ? readCandidates(body) : 1, ...COUNT_NAMES.map(countIn(body))),
    ...facts,
    ...(mayCompact
      ? { promptTokensMax: 2 * facts.promptTokensMax, summaryTokens: maxOutputOf(model) }
      : {}),
    ...(input.compacts ? { compacts: true as const, stream: false } : {}),
    ...(recordOf(body.reasoning).mode === 'pro' ? { readsStoredContent: true as const } : {}),
    ...(billable ? { billable } : {}),
    ...(state ? { state } : {}),
    ...(named ? { named } : {}),
    ...(body.store === false ? { unstored: true as const } : {}),
    ...(dialect === 'openai-responses' && members.some((member) => shortensHistory(bytes, member))
      ? { shortensHistory: true as const }
      : {}),
    bytes,
  };
}

const SHORTENERS = /^(?:truncation|context_?management)$/i;

/** Returns whether a member lets the provider leave out or sum up what was said before. */
function shortensHistory(bytes: Uint8Array, { name, start, end }: TopLevelMember): boolean {
  if (!SHORTENERS.test(name)) return false;
  const value = parseJson(bytes.subarray(start, end));
  return value !== null && value !== 'disabled';
}

function findReferencedItems(
  { dialect, bytes, model }: { dialect: OtherDialect; bytes: Uint8Array; model: string },
  members: Opened['members'],
  marks: Opened['marks'],
): ReferencedItems | undefined {
  if (dialect !== 'openai-responses') return undefined;
  const input = members.findLast(({ name }) => name === 'input');
  const longest = () => longestPromptOf(model);
  return input && readReferencedItems(bytes, input, { marks, model, longest });
}

/** Adds the tokens of items that are only referenced. */
function withReferencedItems(
  prompt: PromptEstimate,
  { tokens }: Pick<ReferencedItems, 'tokens'> = { tokens: 0 },
): PromptEstimate {
  if (tokens === 0) return prompt;
  // Everything together is one prompt.
  if (prompt.isLongest) return { ...prompt, continues: false };
  return { ...prompt, maxWithoutImages: prompt.maxWithoutImages + tokens, isUnknown: true };
}

/** Adds what is read in addition to the body: our summarization prompt, or the output of tool servers. */
function withAdditionalContent(
  prompt: PromptEstimate,
  { compacts }: ClientCallInput,
  { model, billable }: { model: string; billable: BillableFeatures | undefined },
): PromptEstimate {
  const additionalTokens =
    (compacts ? SUMMARY_PROMPT.length : 0) + (billable?.mcp ? longestPromptOf(model) : 0);
  return additionalTokens === 0
    ? prompt
    : { ...prompt, maxWithoutImages: prompt.maxWithoutImages + additionalTokens };
}

function readLimit(dialect: OtherDialect, body: JsonObject): number | undefined {
  const [holder, name] =
    dialect === 'gemini-generate'
      ? [configOf(body), 'maxOutputTokens']
      : [body, dialect === 'openai-responses' ? 'max_output_tokens' : 'max_tokens'];
  const zero = findZeroLimit(body);
  if (zero !== undefined) reject(`${zero} must be at least 1.`, zero, 'integer_below_min_value');
  const limit = readWhole(member(holder, name), name);
  if (limit === undefined) return undefined;
  if (limit < 1) reject(`${name} must be at least 1.`, name, 'integer_below_min_value');
  if (limit > TOKENS_MAX) {
    reject(`${name} must be at most ${TOKENS_MAX}.`, name, 'integer_above_max_value');
  }
  // An upstream may honor another API's limit: the largest value counts.
  const others = LIMIT_NAMES.map((other) => numberOf(body[other]));
  return Math.min(Math.max(limit, ...others), TOKENS_MAX);
}

/** Members for the number of responses in other APIs. */
const COUNT_NAMES = ['n', 'best_of'];
const countIn = (body: JsonObject) => (name: string) => numberOf(body[name]);

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
