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
 * which models from Gemini 3 on require. Each call keeps one response. The chunks of a stream with calls
 * become one content, which google-genai's chats store one by one, as do LangChain's responses to them.
 */
export const cleanContents: CleanBody = (body, warnings, isForeign, model) => {
  if (!Array.isArray(body.contents)) return body;
  const mustSign = geminiThinksByLevel(model);
  const contents = mapList(joinSteps(body.contents), (content) => {
    if (!isRecord(content) || !Array.isArray(content.parts)) return content;
    const given = content.role === 'model' ? mapList(content.parts, dropEmptyText) : content.parts;
    const clean = mapList(given, (part) => (isRecord(part) ? cleanPart(part, isForeign) : part));
    if (content.role === 'model' && clean.length === 0) return undefined;
    if (clean !== given) warnings.note('thinking');
    const deduplicated = dropRepeatedResults(clean);
    if (deduplicated !== clean) warnings.note('tool_result_orphan');
    const parts = mustSign ? signFirstCall(deduplicated) : deduplicated;
    return parts === content.parts ? content : { ...content, parts };
  });
  return contents === body.contents ? body : { ...body, contents };
};

/**
 * Joins consecutive contents of the model if one contains a call, and consecutive contents with responses, as
 * Google counts both by content. Returns the same list if there are none.
 */
function joinSteps(contents: readonly unknown[]): readonly unknown[] {
  const joined: unknown[] = [];
  let run: JsonObject[] = [];
  const endRun = () => {
    const [first] = run;
    const parts = run.flatMap(partsOf);
    const isSplit = run.length > 1 && (parts.some(isCall) || parts.some(isResponse));
    joined.push(...(first && isSplit ? [{ ...first, parts }] : run));
    run = [];
  };
  for (const content of contents) {
    const isStep = isRecord(content) && (isOfModel(content) || partsOf(content).some(isResponse));
    if (!isStep || (run[0] && isOfModel(run[0]) !== isOfModel(content))) endRun();
    if (isStep) run.push(content);
    else joined.push(content);
  }
  endRun();
  return joined.length === contents.length ? contents : joined;
}

function isOfModel({ role, parts }: JsonObject): boolean {
  return role === 'model' && Array.isArray(parts);
}

function partsOf({ parts }: JsonObject): readonly unknown[] {
  return Array.isArray(parts) ? (parts as unknown[]) : [];
}

function isCall(part: unknown): boolean {
  return isRecord(part) && isRecord(member(part, 'functionCall'));
}

function isResponse(part: unknown): boolean {
  return isRecord(part) && isRecord(member(part, 'functionResponse'));
}

/** A stream's last chunk has an empty text, which Google's clients send back, where Google allows nothing. */
function dropEmptyText(part: unknown): unknown {
  const isEmpty = isRecord(part) && part.text === '' && Object.keys(part).length === 1;
  return isEmpty ? undefined : part;
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
  const first = parts.find(isCall);
  if (!isRecord(first) || typeof member(first, 'thoughtSignature') === 'string') return parts;
  return mapList(parts, (part) =>
    part === first ? { ...first, thoughtSignature: NO_SIGNATURE } : part,
  );
}
