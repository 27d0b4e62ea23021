import { urlOfMedia } from '../ir/data-url.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { AudioPart, FilePart, ImagePart, Part } from '../ir/parts.ts';
import type { JsonObject } from '../json/json-object.ts';
import { ownValue } from '../json/own-value.ts';

/**
 * Renders one content part of a user message; undefined (with a warning) if the dialect cannot express it.
 */
export function renderContentPart(
  part: Part,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  if ('cache' in part && part.cache) warnings.note('cache_control');
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return renderImage(part, warnings);
    case 'file':
      return renderFile(part, warnings);
    case 'audio':
      return renderAudio(part, warnings);
    case 'video':
      warnings.note('video');
      return undefined;
    case 'refusal':
      return { type: 'text', text: part.text };
    case 'thinking':
      warnings.note('thinking');
      return undefined;
    case 'tool-call':
    case 'tool-result':
      warnings.note('unknown', part.type);
      return undefined;
  }
}

function renderImage(part: ImagePart, warnings: ConversionWarnings): JsonObject | undefined {
  const url = urlOfMedia(part.source);
  if (url === undefined) {
    warnings.note('file_id');
    return undefined;
  }
  const detail = part.detail === undefined ? {} : { detail: part.detail };
  return { type: 'image_url', image_url: { url, ...detail } };
}

/** Files are sent by id or as data, not by URL. Plain text documents become text. */
function renderFile(part: FilePart, warnings: ConversionWarnings): JsonObject | undefined {
  const { source, name } = part;
  if (source.kind === 'text') {
    return { type: 'text', text: name === undefined ? source.text : `${name}\n${source.text}` };
  }
  if (source.kind === 'file') return { type: 'file', file: { file_id: source.id } };
  if (source.kind === 'url') {
    warnings.note('file');
    return undefined;
  }
  return {
    type: 'file',
    file: { filename: name ?? 'document.pdf', file_data: urlOfMedia(source) },
  };
}

function renderAudio(part: AudioPart, warnings: ConversionWarnings): JsonObject | undefined {
  const { source } = part;
  const format = source.kind === 'base64' ? ownValue(AUDIO_FORMATS, source.mediaType) : undefined;
  if (source.kind !== 'base64' || format === undefined) {
    warnings.note('audio');
    return undefined;
  }
  return { type: 'input_audio', input_audio: { data: source.data, format } };
}

const AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
};
