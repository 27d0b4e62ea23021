import { isDataUrl } from '../token-estimator/media-tokens.ts';
import { estimateTextsCentitokens } from '../token-estimator/estimate-texts.ts';
import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { openResponseMembers, type ResponseMembers } from './response-members.ts';
import { readUpstreamUsage } from './usage.ts';
import type { Usage } from '../ir/usage.ts';

/** Members that only a real response has. */
const ANSWER_MEMBERS = ['choices', 'data', 'results', 'output'];
/** An error body is small; more than this is not searched for one. */
const ERROR_BODY_MAX = 262_144;

/**
 * Usage of a complete (not streamed) answer. Of a large body only the usage member is parsed, so
 * that the megabytes of an embeddings answer cost no more than a scan. Undefined when there is
 * none. Give `answer` when it was opened already.
 */
export function readUsage(
  bytes: Uint8Array,
  response: ResponseMembers = openResponseMembers(bytes),
): Usage | undefined {
  if (!response.isObject) return undefined;
  const usage = readUpstreamUsage(response.get('usage'));
  if (usage) return usage;
  // Older Moonshot servers put it into the first choice.
  const choices = response.has('usage') ? undefined : response.get('choices');
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isRecord(first) ? readUpstreamUsage(first['usage']) : undefined;
}

/**
 * The fault inside a response with status 200 whose body is an error, or undefined for a real
 * answer. A body that is no JSON object is a fault too.
 */
export function detectErrorBody(
  bytes: Uint8Array,
  response: ResponseMembers = openResponseMembers(bytes),
): UpstreamFault | undefined {
  if (response.isObject && ANSWER_MEMBERS.some((name) => response.holdsSomething(name)))
    return undefined;
  const body = bytes.length > ERROR_BODY_MAX ? undefined : parseJson(bytes);
  const error = readErrorObject(body, false);
  if (error) return buildFault(200, error);
  return response.isObject ? undefined : buildFault(200, undefined);
}

/** Tokens that a complete response's texts are likely to have; for responses without usage. */
export function estimateCompletionTokens(
  bytes: Uint8Array,
  response: ResponseMembers = openResponseMembers(bytes),
): number {
  const choices = response.get('choices');
  if (!Array.isArray(choices)) return 0;
  const roots = (choices as unknown[])
    .filter(isRecord)
    .flatMap((choice) => [choice['message'], choice['text']]);
  const { texts, share } = collectTexts(roots);
  return Math.ceil(estimateTextsCentitokens(texts) / share / 100);
}

/** More values than a response has; the rest counts like those before. */
const VALUES_MAX = 20_000;

/** All texts of messages but ids and types, and how much of the messages that is. Data URLs are not text. */
function collectTexts(roots: readonly unknown[]): {
  readonly texts: readonly string[];
  readonly share: number;
} {
  const pending: unknown[] = [...roots];
  const texts: string[] = [];
  let looked = 0;
  for (; pending.length > 0 && looked < VALUES_MAX; looked++) {
    const value = pending.pop();
    if (typeof value === 'string') {
      if (!isDataUrl(value)) texts.push(value);
    } else if (Array.isArray(value)) for (const item of value as unknown[]) pending.push(item);
    else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (!SILENT_MEMBERS.has(name)) pending.push(member);
      }
    }
  }
  return { texts, share: looked === 0 ? 1 : looked / (looked + pending.length) };
}

/** Not produced by the model, or the same text a second time. */
const SILENT_MEMBERS = new Set([
  'role',
  'id',
  'type',
  'audio',
  'annotations',
  'reasoning_details',
  'signature',
  'data',
]);
