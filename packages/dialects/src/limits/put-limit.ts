import type { UpstreamFormat } from '../ir/dialect.ts';
import { isOpenAiReasoner } from '../ir/model-rules.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { changeMembers } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';

/**
 * A body with a limit of output tokens, for a client that set none; everything else keeps its bytes.
 * Only for the dialects that clients speak, too: in the others a translation writes it.
 */
export function putLimit(
  body: Uint8Array,
  to: UpstreamFormat,
  { model, limit }: { readonly model: string; readonly limit: number },
): Uint8Array {
  switch (to) {
    case 'openai-chat':
      return set(body, isOpenAiReasoner(model) ? 'max_completion_tokens' : 'max_tokens', limit);
    case 'openai-responses':
      return set(body, 'max_output_tokens', limit);
    case 'anthropic-messages':
      return set(body, 'max_tokens', limit);
    case 'gemini-generate':
      return putInConfig(body, limit);
    default:
      return body;
  }
}

function set(body: Uint8Array, name: string, value: unknown): Uint8Array {
  return changeMembers(body, new Map([[name, JSON.stringify(value)]]));
}

function putInConfig(body: Uint8Array, limit: number): Uint8Array {
  const members = scanTopLevelMembers(body);
  const name = members?.has('generation_config') ? 'generation_config' : 'generationConfig';
  const place = members?.get(name);
  const given = place && parseJson(body.subarray(place.start, place.end));
  return set(body, name, { ...(isRecord(given) ? given : {}), maxOutputTokens: limit });
}
