import { member } from '../gemini-generate/member.ts';
import { NO_SIGNATURE } from '../gemini-generate/render-contents.ts';
import { geminiThinksByLevel } from '../model-rules/gemini-models.ts';
import { readSignature } from '../ir/seal.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { CleanBody } from './clean-body.ts';
import { dropRepeatedResults } from './drop-repeated-results.ts';
import { mapList } from './map-list.ts';

/**
 * Cleans contents for a Gemini upstream: drops thoughts signed by another vendor, and removes such signatures
 * from other parts. The first call of a step gets the placeholder that Google documents for unsigned calls,
 * which models from Gemini 3 on require. Each call keeps one response.
 */
export const cleanContents: CleanBody = (body, warnings, isForeign, model) => {
  if (!Array.isArray(body.contents)) return body;
  const mustSign = geminiThinksByLevel(model);
  const contents = mapList(body.contents, (content) => {
    if (!isRecord(content) || !Array.isArray(content.parts)) return content;
    const clean = mapList(content.parts, (part) =>
      isRecord(part) ? cleanPart(part, isForeign) : part,
    );
    if (content.role === 'model' && clean.every(isEmptyText)) return undefined;
    if (clean !== content.parts) warnings.note('thinking');
    const deduplicated = dropRepeatedResults(clean);
    if (deduplicated !== clean) warnings.note('tool_result_orphan');
    const parts = mustSign ? signFirstCall(deduplicated) : deduplicated;
    return parts === content.parts ? content : { ...content, parts };
  });
  return contents === body.contents ? body : { ...body, contents };
};

/** google-genai's chats put an empty text between a call and its result, where Google allows nothing. */
function isEmptyText(part: unknown): boolean {
  return isRecord(part) && part.text === '' && Object.keys(part).length === 1;
}

function cleanPart(part: JsonObject, isForeign: (signature: string) => boolean): unknown {
  const signatureText = member(part, 'thoughtSignature');
  if (typeof signatureText !== 'string' || signatureText === '') return part;
  const isOwn = readSignature(signatureText, 'gemini-generate').by === 'gemini-generate';
  if (isOwn && !isForeign(signatureText)) return part;
  if (part.thought === true) return undefined;
  const { thoughtSignature: _camel, thought_signature: _snake, ...rest } = part;
  const isEmpty = typeof rest.text === 'string' && rest.text.trim() === '';
  return isEmpty ? undefined : rest;
}

function signFirstCall(parts: readonly unknown[]): readonly unknown[] {
  const isCall = (part: unknown) => isRecord(part) && isRecord(member(part, 'functionCall'));
  const first = parts.find(isCall);
  if (!isRecord(first) || typeof member(first, 'thoughtSignature') === 'string') return parts;
  return mapList(parts, (part) =>
    part === first ? { ...first, thoughtSignature: NO_SIGNATURE } : part,
  );
}
