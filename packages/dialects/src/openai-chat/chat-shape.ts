import { isDataUrl, MEDIA_TOKENS } from '../estimates/media-tokens.ts';
import { weighJson } from '../estimates/weigh-json.ts';
import { weighText } from '../estimates/weigh-text.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject, RequestShape } from './client-request.ts';

/** Role and separators of a message. */
const MESSAGE_WEIGHT = 400;
/** Id, type and separators of a tool call or a tool. */
const TOOL_WEIGHT = 800;
/** Members of the body that the model reads besides the messages. */
const PROMPT_MEMBERS = ['tools', 'functions', 'response_format'] as const;

export const chatShape: RequestShape = {
  required: { name: 'messages', types: ['array'] },
  generates: true,
  limitMembers: ['max_completion_tokens', 'max_tokens'],
  weighPrompt: weighChat,
};

function weighChat(body: JsonObject): number {
  let weight = MESSAGE_WEIGHT;
  for (const message of Array.isArray(body['messages']) ? body['messages'] : []) {
    weight += MESSAGE_WEIGHT + weighMessage(message);
  }
  for (const name of PROMPT_MEMBERS) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    weight += weighJson(value) + TOOL_WEIGHT * (Array.isArray(value) ? value.length : 1);
  }
  return weight;
}

function weighMessage(message: unknown): number {
  if (!isRecord(message)) return weighJson(message);
  let weight = 0;
  for (const [name, value] of Object.entries(message)) {
    if (name === 'role' || value === null) continue;
    if (name === 'content') weight += weighContent(value);
    else if (name === 'tool_calls') weight += weighToolCalls(value);
    else if (typeof value === 'string') weight += weighString(value);
    else weight += weighJson(value);
  }
  return weight;
}

function weighContent(content: unknown): number {
  if (typeof content === 'string') return weighString(content);
  if (!Array.isArray(content)) return weighJson(content);
  let weight = 0;
  for (const part of content) weight += weighPart(part);
  return weight;
}

/** Also used for the inputs of the other kinds that allow content parts. */
export function weighPart(part: unknown): number {
  if (typeof part === 'string') return weighString(part);
  if (!isRecord(part)) return weighJson(part);
  const type = part['type'];
  if (type === 'image_url' || type === 'input_image') return 100 * imageTokens(part);
  if (type === 'input_audio' || type === 'audio_url') return 100 * MEDIA_TOKENS.audio;
  if (type === 'file' || type === 'input_file') return 100 * MEDIA_TOKENS.file;
  if (type === 'video_url' || type === 'video') return 100 * MEDIA_TOKENS.video;
  if (typeof part['text'] === 'string') return weighString(part['text']);
  return weighJson(part);
}

function imageTokens(part: JsonObject): number {
  const image = part['image_url'];
  const detail = isRecord(image) ? image['detail'] : part['detail'];
  return detail === 'low' ? MEDIA_TOKENS.imageLow : MEDIA_TOKENS.image;
}

function weighToolCalls(calls: unknown): number {
  if (!Array.isArray(calls)) return weighJson(calls);
  return calls.length * TOOL_WEIGHT + weighJson(calls);
}

/** Weight of a text that may be a data URL. */
function weighString(text: string): number {
  return isDataUrl(text) ? 100 * MEDIA_TOKENS.other : weighText(text);
}
