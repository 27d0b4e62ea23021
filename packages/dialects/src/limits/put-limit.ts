import type { UpstreamFormat } from '../ir/dialect.ts';
import { isOpenAiReasoner } from '../model-rules/openai-models.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { changeMembers } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import { ALL_LIMITS } from './sent-limits.ts';

/**
 * Sets an output token limit in the body of a client that set none; everything else stays byte for byte. Only
 * for the dialects that clients also use: in other formats the translation writes it.
 */
export function putLimit(
  body: Uint8Array,
  to: UpstreamFormat,
  { model, limit }: { readonly model: string; readonly limit: number },
): Uint8Array {
  const lowered = lowerOtherLimits(body, limit);
  switch (to) {
    case 'openai-chat':
      return set(lowered, isOpenAiReasoner(model) ? 'max_completion_tokens' : 'max_tokens', limit);
    case 'openai-responses':
      return set(lowered, 'max_output_tokens', limit);
    case 'anthropic-messages':
      return set(lowered, 'max_tokens', limit);
    case 'gemini-generate':
      return putInConfig(lowered, limit);
    default:
      return body;
  }
}

/** Lowers limits of other APIs that an upstream may read: none may exceed this one. */
function lowerOtherLimits(body: Uint8Array, limit: number): Uint8Array {
  const members = scanTopLevelMembers(body);
  const changes = new Map<string, string>();
  for (const [name, inner] of ALL_LIMITS) {
    const range = members?.get(name);
    if (!range) continue;
    const text = changes.get(name);
    const value =
      text === undefined
        ? parseJson(body.subarray(range.start, range.end))
        : (JSON.parse(text) as unknown);
    if (inner === undefined) changes.set(name, value === null ? 'null' : JSON.stringify(limit));
    else if (isRecord(value) && typeof value[inner] === 'number')
      changes.set(name, JSON.stringify({ ...value, [inner]: limit }));
  }
  return changeMembers(body, changes);
}

function set(body: Uint8Array, name: string, value: unknown): Uint8Array {
  return changeMembers(body, new Map([[name, JSON.stringify(value)]]));
}

function putInConfig(body: Uint8Array, limit: number): Uint8Array {
  const members = scanTopLevelMembers(body);
  const name = members?.has('generation_config') ? 'generation_config' : 'generationConfig';
  const range = members?.get(name);
  const config = range && parseJson(body.subarray(range.start, range.end));
  return set(body, name, { ...(isRecord(config) ? config : {}), maxOutputTokens: limit });
}
