import { isRecord } from '../json/parse-json.ts';
import { countTexts } from '../json/count-texts.ts';
import type { BodyHints } from '../json/body-hints.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { findUntypedMedia, withUntypedMedia } from '../embeddings/untyped-media.ts';
import {
  estimatePrompt,
  type PromptEstimate,
  promptFacts,
} from '../token-estimator/estimate-prompt.ts';
import { readSafely } from '../ir/read-shape.ts';
import { withStoredAudio } from './stored-audio.ts';
import { readNamedIds } from '../state/named-ids.ts';
import { readBillable } from '../server-tools/read-billable.ts';
import { completionsShape } from '../openai-completions/completions-shape.ts';
import { embeddingsShape } from '../openai-embeddings/embeddings-shape.ts';
import { moderationsShape } from '../openai-moderations/moderations-shape.ts';
import { chatShape } from './chat-shape.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import type { RequestShape } from './request-shape.ts';
import type { EnvelopeKind } from '../ir/call-kind.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { findAmbiguousMember } from '../limits/find-ambiguous-member.ts';
import { readMemberBits } from '../model-rules/model-rule.ts';
import { LIMIT_NAMES } from '../limits/sent-limits.ts';
import { hasZeroOption } from '../limits/zero-limit.ts';
import { openBody } from './open-body.ts';
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

const shapes: Readonly<Record<EnvelopeKind, RequestShape>> = {
  chat: chatShape,
  completions: completionsShape,
  embeddings: embeddingsShape,
  moderations: moderationsShape,
};

/** Members that are parsed, in addition to the prompt. */
const READ_MEMBERS = new Set([
  'model',
  'stream',
  'stream_options',
  'n',
  'best_of',
  'options',
  ...LIMIT_NAMES,
]);
const TOKENS_MAX = 2 ** 31 - 1;
const CHOICES_MAX = 128;
/** Models that may produce audio, whatever their bodies contain. */
const SPEAKERS = /audio|omni|voice/i;

/**
 * Reads a body once and checks only what the gateway itself depends on; the upstream judges the rest. Never
 * throws. Of large bodies, only the relevant members are parsed; the upstream reports errors in the others.
 */
export function readRequest(kind: EnvelopeKind, bytes: Uint8Array): ReadRequestResult {
  const shape = shapes[kind];
  const opened = openBody(bytes, READ_MEMBERS, shape.promptMembers);
  if (!opened.ok) return opened;
  const { body, members, marks } = opened;
  const fault = findAmbiguousMember(bytes, members);
  if (fault) return { ok: false, fault };
  const result = readBody(kind, body, bytes, members, marks);
  return result.ok ? { ok: true, request: result.value } : result;
}

function readBody(
  kind: EnvelopeKind,
  body: JsonObject,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  marks: BodyHints,
): Checked<ClientRequest> {
  const shape = shapes[kind];
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
  const prompt = withMedia(
    kind,
    estimatePrompt(shape.promptMembers, bytes, members),
    bytes,
    members,
  );
  const prompts = countPrompts(shape, bytes, members);
  const prediction =
    kind === 'chat' ? members.find(({ name }) => name === 'prediction') : undefined;
  const billable = readSafely(() =>
    shape.generates ? readBillable('openai-chat', bytes, members, marks) : undefined,
  );
  if (!billable.ok) return billable;
  // Items belong to another dialect.
  marks.items = undefined;
  const memberBits = kind === 'chat' ? readMemberBits(bytes, members) : 0;
  const mayNameAudio = marks.audio || marks.escapedName;
  const mayContainAudio = kind === 'chat' && (mayNameAudio || SPEAKERS.test(model.value));
  const { promptTokensEstimate, promptTokensMax, images, readsStoredContent } = promptFacts(
    mayContainAudio ? withStoredAudio(prompt, bytes, members) : prompt,
    model.value,
  );
  return {
    ok: true,
    // Sets every member, so that all requests share one hidden class.
    value: {
      kind,
      model: model.value,
      stream: stream.value,
      includeUsage: stream.value && options.value,
      hasStreamOptions: shape.generates && Object.hasOwn(body, 'stream_options'),
      maxOutputTokens: limit.value,
      hasMaxCompletionTokens: Object.hasOwn(body, 'max_completion_tokens') || undefined,
      memberBits: memberBits || undefined,
      predictedTokens: prediction && prediction.end - prediction.start,
      choices: choices.value * prompts,
      prompts: prompts > 1 ? prompts : undefined,
      promptTokensEstimate,
      promptTokensMax,
      images,
      readsStoredContent,
      billable: billable.value,
      marks,
      named: readNamedIds(bytes, members, marks),
      bytes,
    },
  };
}

/** Adds the media of embeddings, whose inputs need no type. */
function withMedia(
  kind: EnvelopeKind,
  prompt: PromptEstimate,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): PromptEstimate {
  const input = kind === 'embeddings' && members.findLast(({ name }) => name === 'input');
  return input ? withUntypedMedia(prompt, findUntypedMedia(bytes, input, 'inputs')) : prompt;
}

/** Returns whether the client requests the usage chunk. */
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
  if (names.length === 0) return { ok: true, value: limit };
  for (const name of names) {
    const value = readCount(body, name, 1, TOKENS_MAX);
    if (!value.ok) return value;
    if (value.value !== undefined) limit = Math.max(limit ?? 0, value.value);
  }
  for (const name of LIMIT_NAMES) {
    const value = readCount(body, name, 1, TOKENS_MAX);
    if (!value.ok) return value;
    if (limit !== undefined) limit = Math.max(limit, value.value ?? 0);
  }
  if (hasZeroOption(body)) {
    const name = 'options.num_predict';
    const fault = refuse(`${name} must be at least 1.`, name, 'integer_below_min_value');
    return { ok: false, fault };
  }
  return { ok: true, value: limit };
}

/** Counts the prompts of a list; a list of token ids is one prompt. */
function countPrompts(
  { promptList }: RequestShape,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): number {
  const member = members.find(({ name }) => name === promptList);
  return member ? Math.max(1, countTexts(bytes, member)) : 1;
}

function readChoices(body: JsonObject): Checked<number> {
  const choices = readCount(body, 'n', 1, CHOICES_MAX);
  if (!choices.ok) return choices;
  const bestOf = readCount(body, 'best_of', 1, CHOICES_MAX);
  if (!bestOf.ok) return bestOf;
  return { ok: true, value: Math.max(choices.value ?? 1, bestOf.value ?? 1) };
}
