import { isChatFormat, type UpstreamFormat, type WireFormat } from '../ir/dialect.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { skipSpace } from '../json/scan-value.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { applyEdits, changeMembers, insertMember } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';

/** What a channel adds to every request. */
export interface BodyOverrides {
  /** Precedes the client's instructions. Only for chats. */
  readonly systemPrompt?: string;
  /** Members of the upstream's body that are set whatever the client sends. */
  readonly members?: Readonly<Record<string, unknown>>;
}

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Applies the channel's overrides; everything else keeps its bytes. Bodies that are not objects are returned
 * unchanged.
 */
export function overrideBody(
  bytes: Uint8Array,
  to: WireFormat,
  { systemPrompt = '', members = {} }: BodyOverrides,
): Uint8Array {
  const ranges = scanTopLevelMembers(bytes);
  if (!ranges) return bytes;
  const isPrompted = systemPrompt !== '' && isChatFormat(to);
  const prompted = isPrompted ? putSystemPrompt({ bytes, ranges }, to, systemPrompt) : bytes;
  const texts = Object.entries(members).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  return changeMembers(prompted, new Map(texts));
}

/** A body and the ranges of its members. */
interface BodyWithSystemPrompt {
  readonly bytes: Uint8Array;
  readonly ranges: ReadonlyMap<string, ByteRange>;
}

function putSystemPrompt(
  body: BodyWithSystemPrompt,
  to: UpstreamFormat,
  prompt: string,
): Uint8Array {
  switch (to) {
    case 'openai-chat':
    case 'cohere-chat':
    case 'ollama-chat':
      return putFirst(body, 'messages', JSON.stringify({ role: 'system', content: prompt }));
    case 'openai-responses':
      return setMember(body, 'instructions', joinText(prompt, readMember(body, 'instructions')));
    case 'anthropic-messages': {
      const system = readMember(body, 'system');
      if (!Array.isArray(system)) return setMember(body, 'system', joinText(prompt, system));
      return putFirst(body, 'system', JSON.stringify({ type: 'text', text: prompt }));
    }
    case 'baidu-chat':
      return setMember(body, 'system', joinText(prompt, readMember(body, 'system')));
    case 'hunyuan-chat':
      return putFirst(body, 'Messages', JSON.stringify({ Role: 'system', Content: prompt }));
    case 'dify-completion':
    case 'dify-workflow': {
      const inputs = recordOf(readMember(body, 'inputs'));
      const query = joined(prompt, inputs.query);
      return setMember(body, 'inputs', JSON.stringify({ ...inputs, query }));
    }
    case 'spark-chat':
      return putSparkPrompt(body, prompt);
    case 'dify-chat':
    case 'ai-proxy-library':
      return setMember(body, 'query', joinText(prompt, readMember(body, 'query')));
    case 'gemini-generate': {
      const names = ['systemInstruction', 'system_instruction'];
      const name = names.find((candidate) => readMember(body, candidate) !== undefined);
      const instruction = name === undefined ? undefined : readMember(body, name);
      const parts =
        isRecord(instruction) && Array.isArray(instruction.parts)
          ? (instruction.parts as unknown[])
          : [];
      const text = JSON.stringify({ parts: [{ text: prompt }, ...parts] });
      return setMember(body, name ?? 'systemInstruction', text);
    }
  }
}

/** Spark's messages are nested three members deep. */
function putSparkPrompt(body: BodyWithSystemPrompt, prompt: string): Uint8Array {
  const payload = recordOf(readMember(body, 'payload'));
  const text = [{ role: 'system', content: prompt }, ...recordsOf(recordOf(payload.message).text)];
  return setMember(body, 'payload', JSON.stringify({ ...payload, message: { text } }));
}

function joinText(prompt: string, existing: unknown): string {
  return JSON.stringify(joined(prompt, existing));
}

function joined(prompt: string, existing: unknown): string {
  return prompt + (typeof existing === 'string' && existing !== '' ? `\n\n${existing}` : '');
}

function readMember({ bytes, ranges }: BodyWithSystemPrompt, name: string): unknown {
  const range = ranges.get(name);
  return range && parseJson(bytes.subarray(range.start, range.end));
}

function setMember(
  { bytes, ranges }: BodyWithSystemPrompt,
  name: string,
  text: string,
): Uint8Array {
  const range = ranges.get(name);
  return range ? applyEdits(bytes, [{ ...range, text }]) : insertMember(bytes, name, text);
}

/** Prepends an item to a list. */
function putFirst(
  { bytes, ranges }: BodyWithSystemPrompt,
  name: string,
  jsonText: string,
): Uint8Array {
  const range = ranges.get(name);
  if (!range || bytes[range.start] !== OPEN_BRACKET) return bytes;
  const at = range.start + 1;
  const isEmpty = bytes[skipSpace(bytes, at, range.end)] === CLOSE_BRACKET;
  return applyEdits(bytes, [{ start: at, end: at, text: isEmpty ? jsonText : `${jsonText},` }]);
}
