import { isRecord } from '../json/parse-json.ts';
import { isDataUrl, MEDIA_TOKENS } from './media-tokens.ts';
import { weighText } from './weigh-text.ts';

/** Quotes, roles and separators of an object. */
const OBJECT_WEIGHT = 250;
const SCALAR_WEIGHT = 50;
/** Members whose texts no model reads as such: proofs, ids and settings. */
const SILENT = new Set([
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'id',
  'call_id',
  'tool_use_id',
  'type',
  'role',
  'media_type',
  'mimeType',
  'mime_type',
  'model',
  'metadata',
  'cache_control',
  'generationConfig',
  'safetySettings',
]);

/**
 * Hundredths of tokens of a chat body in any dialect: all texts that stand in it, and a fixed
 * figure for each piece of media. Works without recursion, as the nesting is the caller's choice.
 */
export function weighBody(root: Readonly<Record<string, unknown>>): number {
  const pending: unknown[] = [root];
  let weight = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') weight += weighString(value);
    else if (Array.isArray(value)) for (const item of value as unknown[]) pending.push(item);
    else if (isRecord(value)) weight += weighRecord(value, pending);
    else weight += SCALAR_WEIGHT;
  }
  return weight;
}

function weighRecord(value: Readonly<Record<string, unknown>>, pending: unknown[]): number {
  let weight = OBJECT_WEIGHT;
  const media = mediaWeight(value);
  for (const [name, member] of Object.entries(value)) {
    if (SILENT.has(name) || (media > 0 && name === 'data')) continue;
    if (typeof member === 'string') weight += weighString(member);
    else if (typeof member === 'object' && member !== null) {
      // Names count in schemas and arguments; the few of the dialect itself do no harm.
      weight += weighText(name);
      pending.push(member);
    } else weight += SCALAR_WEIGHT;
  }
  return weight + media;
}

/** Bytes in the members of an object that also tells their media type. */
function mediaWeight(value: Readonly<Record<string, unknown>>): number {
  const type = value.media_type ?? value.mimeType ?? value.mime_type;
  if (typeof type !== 'string') return 0;
  if (type.startsWith('image/')) return 100 * MEDIA_TOKENS.image;
  if (type.startsWith('audio/')) return 100 * MEDIA_TOKENS.audio;
  if (type.startsWith('video/')) return 100 * MEDIA_TOKENS.video;
  return type === 'text/plain' ? 0 : 100 * MEDIA_TOKENS.file;
}

function weighString(text: string): number {
  return isDataUrl(text) ? 100 * MEDIA_TOKENS.other : weighText(text);
}
