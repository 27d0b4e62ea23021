import type { Media } from './parts.ts';

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** Returns a data URL as base64 media, any other URL as a reference. */
export function mediaOfUrl(url: string, mediaType?: string): Media {
  const match = url.startsWith('data:') ? DATA_URL.exec(url.slice(0, 200)) : null;
  if (!match) return { kind: 'url', url, ...(mediaType === undefined ? {} : { mediaType }) };
  return {
    kind: 'base64',
    mediaType: match[1] || mediaType || 'application/octet-stream',
    data: url.slice(match[0].length),
  };
}

/** Returns the URL of media: base64 becomes a data URL. Undefined for a provider's file. */
export function urlOfMedia(media: Media): string | undefined {
  if (media.kind === 'url') return media.url;
  return media.kind === 'base64' ? `data:${media.mediaType};base64,${media.data}` : undefined;
}

/** Guesses the media type from a URL's extension, for dialects that require one. */
export function guessMediaType(url: string, fallback: string): string {
  const ending = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return MEDIA_TYPES[ending] ?? fallback;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  txt: 'text/plain',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};
