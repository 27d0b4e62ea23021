import {
  estimatePrompt,
  promptFacts,
  type PromptEstimate,
  tokensOfCentitokens,
} from '../token-estimator/estimate-prompt.ts';
import { requireRecord, requireText, reject, ShapeError } from '../ir/read-shape.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import type { RequestKind } from '../ir/call-kind.ts';
import type { JsonObject } from '../json/json-object.ts';
import { findAmbiguousMember } from '../limits/find-ambiguous-member.ts';
import { findUntypedMedia, withUntypedMedia } from '../embeddings/untyped-media.ts';
import { EMBEDDING_MEMBERS } from './read-members.ts';
import { boundRerank, estimateRerank, parseRerankCall } from '../rerank/rerank-call.ts';

/** Returns the facts about a call that generates nothing. */
function factsOf(
  kind: RequestKind,
  model: string,
  bytes: Uint8Array,
  prompt: PromptEstimate,
): ClientRequest {
  return {
    kind,
    model,
    stream: false,
    includeUsage: false,
    hasStreamOptions: false,
    choices: 1,
    ...promptFacts(prompt, model),
    bytes,
  };
}

/** Reads embedContent or batchEmbedContents. Throws ShapeError. */
export function readGeminiEmbeddings(
  bytes: Uint8Array,
  body: JsonObject,
  members: readonly TopLevelMember[],
  model: string,
): ClientRequest {
  if (body.requests === undefined) requireRecord(body.content, 'content');
  return factsOf('embeddings', model, bytes, estimatePrompt(EMBEDDING_MEMBERS, bytes, members));
}

/** Reads a rerank in Jina's or Cohere's format, which are parsed alike. Throws ShapeError. */
export function readRerank(bytes: Uint8Array): { request: ClientRequest; body: JsonObject } {
  const body = parseJson(bytes);
  if (!isRecord(body)) return reject('The request body is not valid JSON.', 'body', 'invalid_json');
  const members = listTopLevelMembers(bytes) ?? [];
  const ambiguous = findAmbiguousMember(bytes, members);
  if (ambiguous) throw new ShapeError(ambiguous);
  const call = parseRerankCall(body);
  const { centitokens, searches } = estimateRerank(call);
  const tokensMax = boundRerank(call, body.documents);
  const documents = members.findLast(({ name }) => name === 'documents');
  const tokens = {
    likely: tokensOfCentitokens(centitokens),
    maxWithoutImages: tokensMax.tokens,
    images: 0,
  };
  const prompt = documents
    ? withUntypedMedia(tokens, findUntypedMedia(bytes, documents, 'documents'))
    : tokens;
  const facts = factsOf('rerank', requireModel(body.model), bytes, prompt);
  return { request: { ...facts, callFactor: searches, callFactorMax: tokensMax.searches }, body };
}

const MODEL_LENGTH_MAX = 200;

/** Requires a model's name. Throws ShapeError. */
export function requireModel(value: unknown): string {
  const model = requireText(value, 'model');
  if (model === '') reject('model must not be empty.', 'model', 'empty_string');
  if (model.length > MODEL_LENGTH_MAX) {
    const message = `model is too long: at most ${MODEL_LENGTH_MAX} characters are allowed.`;
    reject(message, 'model', 'string_above_max_length');
  }
  return model;
}
