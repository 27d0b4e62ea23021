import { isDataUrl } from '../token-estimator/media-tokens.ts';
import { estimateTextsCentitokens } from '../token-estimator/estimate-texts.ts';
import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { parseThinking } from './parse-thinking.ts';
import { openResponseMembers, type ResponseMembers } from './response-members.ts';
import { readUpstreamUsage } from './usage.ts';
import type { Usage } from '../ir/usage.ts';

/** Members that only a regular response has. */
const ANSWER_MEMBERS = ['choices', 'data', 'results', 'output'];
/** Largest body searched for an error, in bytes. */
const ERROR_BODY_MAX = 262_144;

/**
 * Reads the usage of a complete (not streamed) response. Of a large body only the usage member is parsed, so
 * that an embeddings response of megabytes costs no more than a scan. Undefined if there is none. Pass
 * `answer` if it is already open.
 */
export function readUsage(
  bytes: Uint8Array,
  response: ResponseMembers = openResponseMembers(bytes),
): Usage | undefined {
  if (!response.isObject) return undefined;
  const usage = readUpstreamUsage(response.get('usage'));
  if (usage) return usage;
  // Older Moonshot servers report usage in the first choice.
  const choices = response.has('usage') ? undefined : response.get('choices');
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isRecord(first) ? readUpstreamUsage(first['usage']) : undefined;
}

/**
 * Returns the fault in a response with status 200 whose body is an error; undefined for a regular response. A
 * body that is not a JSON object, or holds nothing that answers a call, is also a fault.
 */
export function detectErrorBody(
  bytes: Uint8Array,
  response: ResponseMembers = openResponseMembers(bytes),
): UpstreamFault | undefined {
  if (response.isObject && ANSWER_MEMBERS.some((name) => response.isNonEmptyContainer(name)))
    return undefined;
  const body = bytes.length > ERROR_BODY_MAX ? undefined : parseJson(bytes);
  const error = readErrorObject(body, false);
  if (error) return buildFault(200, error);
  const answers = ANSWER_MEMBERS.some((name) => response.has(name));
  return answers ? undefined : buildFault(200, undefined);
}

/** Estimates the tokens of a complete response's texts, for responses without usage. */
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

/** Returns whether a complete response shows reasoning. */
export function hasVisibleThoughts(response: ResponseMembers): boolean {
  const choices = response.get('choices');
  if (!Array.isArray(choices)) return false;
  return (choices as unknown[]).some(
    (choice) =>
      isRecord(choice) &&
      isRecord(choice['message']) &&
      parseThinking(choice['message']).length > 0,
  );
}

/** Most values visited; the remaining ones are extrapolated. */
const VALUES_MAX = 20_000;

/**
 * Collects all texts of messages except ids, types and data URLs; `share` is the visited part of the
 * messages.
 */
function collectTexts(roots: readonly unknown[]): {
  readonly texts: readonly string[];
  readonly share: number;
} {
  const pending: unknown[] = [...roots];
  const texts: string[] = [];
  let inspected = 0;
  for (; pending.length > 0 && inspected < VALUES_MAX; inspected++) {
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
  return { texts, share: inspected === 0 ? 1 : inspected / (inspected + pending.length) };
}

/** Not produced by the model, or a repetition of the same text. */
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
