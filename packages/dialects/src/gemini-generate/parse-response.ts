import type { ChatResponse, TokenLogprob } from '../ir/response.ts';
import type { Citation, Part, Signature, WebSearchPart } from '../ir/parts.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readFinishReason } from './finish-reason.ts';
import { member } from './member.ts';
import { partOfMedia } from './parse-parts.ts';
import { readGenerateUsage } from './usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';

/**
 * Parses a generateContent response into the IR; undefined for anything else. A blocked prompt is an empty
 * response stopped by a filter. `id` is used for calls without ids.
 */
export function parseGenerateResponse(body: JsonObject, id: string): ChatResponse | undefined {
  const candidates = candidatesOf(body);
  const [candidate] = candidates;
  const feedback = member(body, 'promptFeedback');
  if (!candidate && !isRecord(feedback)) return undefined;
  const parts = joinParts(candidate ? readParts(candidate, id) : []);
  const citations = candidate ? readGrounding(candidate) : [];
  const cited = parts.findLastIndex((part) => part.type === 'text');
  const withCitations = parts.map((part, index) =>
    part.type === 'text' && index === cited && citations.length > 0 ? { ...part, citations } : part,
  );
  const search = candidate ? readSearch(candidate) : undefined;
  const hasCalls = parts.some((part) => part.type === 'tool-call');
  return {
    id: textOf(member(body, 'responseId')),
    model: textOf(member(body, 'modelVersion')),
    // Searches precede the text based on them.
    parts: search ? [search, ...withCitations] : withCitations,
    ...(candidates.length > 1
      ? { others: candidates.slice(1).flatMap((other) => readParts(other, id)) }
      : {}),
    stop: candidate
      ? readFinishReason(member(candidate, 'finishReason'), hasCalls)
      : { reason: 'filter' },
    usage: readGenerateUsage(member(body, 'usageMetadata')),
    logprobs: candidate ? readLogprobsResult(member(candidate, 'logprobsResult')) : undefined,
  };
}

export function firstCandidate(body: JsonObject): JsonObject | undefined {
  return candidatesOf(body)[0];
}

function candidatesOf(body: JsonObject): JsonObject[] {
  const list: unknown = body.candidates;
  return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
}

function readParts(candidate: JsonObject, id: string): Part[] {
  const content = recordOf(candidate.content);
  const list: unknown = content.parts;
  if (!Array.isArray(list)) return [];
  let calls = 0;
  return (list as unknown[]).filter(isRecord).flatMap((part) => {
    return readResponsePart(part, () => `call_${id}_${calls++}`);
  });
}

/** Reads one part of a response. An empty text with a signature signs the preceding part. */
export function readResponsePart(part: JsonObject, nextCallId: () => string): readonly Part[] {
  const value = member(part, 'thoughtSignature');
  const signature: Signature | undefined =
    typeof value === 'string' && value !== '' ? { by: 'gemini-generate', value } : undefined;
  const signed = signature ? { signature } : {};
  const call = member(part, 'functionCall');
  if (isRecord(call)) {
    const id = textOf(call.id) || nextCallId();
    const args = JSON.stringify(call.args ?? {});
    return [{ type: 'tool-call', id, name: textOf(call.name), args, ...signed }];
  }
  if (typeof part.text === 'string') {
    const { text } = part;
    if (part.thought === true) return [{ type: 'thinking', text, ...signed }];
    return text === '' && !signature ? [] : [{ type: 'text', text, ...signed }];
  }
  const inline = member(part, 'inlineData');
  if (!isRecord(inline)) return [];
  const mediaType = textOf(member(inline, 'mimeType'));
  return [partOfMedia({ kind: 'base64', mediaType, data: textOf(inline.data) }, mediaType)];
}

/** Joins consecutive texts verbatim, and consecutive thoughts. */
export function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      const { signature = last.signature } = part;
      joined[joined.length - 1] = {
        ...last,
        text: last.text + part.text,
        ...(signature ? { signature } : {}),
      };
    } else if (part.type === 'thinking' && last?.type === 'thinking' && !last.signature) {
      joined[joined.length - 1] = { ...part, text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
}

/** Returns the searches of a response, which are only reported in aggregate; undefined without any. */
export function readSearch(candidate: JsonObject): WebSearchPart | undefined {
  const grounding = recordOf(member(candidate, 'groundingMetadata'));
  const searchQueries = member(grounding, 'webSearchQueries');
  const results = readGrounding(candidate).map(({ url = '', title = '' }) => ({ url, title }));
  const queries = Array.isArray(searchQueries)
    ? (searchQueries as unknown[]).filter((query): query is string => typeof query === 'string')
    : [];
  if (queries.length === 0 && results.length === 0) return undefined;
  return { type: 'web-search', id: '', queries, results };
}

/** Returns the web pages that the response is based on. */
export function readGrounding(candidate: JsonObject): Citation[] {
  const grounding = member(candidate, 'groundingMetadata');
  const chunks = isRecord(grounding) ? member(grounding, 'groundingChunks') : undefined;
  if (!Array.isArray(chunks)) return [];
  return (chunks as unknown[]).flatMap((chunk) => {
    const web = isRecord(chunk) ? chunk.web : undefined;
    return isRecord(web) ? [{ url: textOf(web.uri), title: textOf(web.title) }] : [];
  });
}

/** Returns the chosen tokens, each with its alternatives. */
export function readLogprobsResult(value: unknown): readonly TokenLogprob[] | undefined {
  if (!isRecord(value)) return undefined;
  const chosen = member(value, 'chosenCandidates');
  const top = member(value, 'topCandidates');
  if (!Array.isArray(chosen)) return undefined;
  return (chosen as unknown[]).filter(isRecord).map((token, index) => {
    const others: unknown = Array.isArray(top) ? top[index] : undefined;
    const list: unknown = isRecord(others) ? others.candidates : undefined;
    const alternatives = Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
    return { ...readToken(token), top: alternatives.map(readToken) };
  });
}

function readToken(token: JsonObject): TokenLogprob {
  const logprob = member(token, 'logProbability');
  return { token: textOf(token.token), logprob: typeof logprob === 'number' ? logprob : 0 };
}
