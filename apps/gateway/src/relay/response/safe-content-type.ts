export const BYTES_TYPE = 'application/octet-stream';
export const JSON_TYPE = 'application/json';

const SAFE_TYPES = new Set([
  JSON_TYPE,
  BYTES_TYPE,
  'application/jsonl',
  'application/ndjson',
  'application/ogg',
  'application/x-jsonlines',
  'application/x-ndjson',
  'application/x-subrip',
  'application/yaml',
  'text/event-stream',
  'text/plain',
  'text/srt',
  'text/tab-separated-values',
  'text/vtt',
]);
/** Types that contain no scripts: audio, video, and images except SVG and other XML. */
const MEDIA = /^(?:audio|video|image)\/[a-z0-9][a-z0-9.-]*$/;
const JSON_SUFFIX = /^application\/[a-z0-9][a-z0-9.-]*\+json$/;
/** Parameters whose values every parser reads alike. */
const PARAMETERS = /^(?:; ?[\w-]+=(?:[\w.+/-]+|"[\w ,.+/-]*"))+$/;
const LENGTH_MAX = 200;

/**
 * Returns the content type under which an upstream's bytes may be sent: their own if a browser executes
 * nothing in it, otherwise `application/octet-stream`. Malformed parameters are omitted.
 */
export function safeContentType(contentType: string): string {
  if (contentType === JSON_TYPE) return contentType;
  if (contentType.length > LENGTH_MAX) return BYTES_TYPE;
  const semicolon = contentType.indexOf(';');
  const name = (semicolon === -1 ? contentType : contentType.slice(0, semicolon))
    .trim()
    .toLowerCase();
  if (!SAFE_TYPES.has(name) && !MEDIA.test(name) && !JSON_SUFFIX.test(name)) return BYTES_TYPE;
  const parameters = semicolon === -1 ? '' : contentType.slice(semicolon).trim();
  return PARAMETERS.test(parameters) ? `${name}${parameters}` : name;
}

/** Whether an upstream sends a stream: server-sent events, or newline-delimited JSON as Ollama does. */
export function isStream(contentType: string): boolean {
  return /text\/event-stream|ndjson/.test(contentType);
}

/** Whether an upstream sent an HTML page: a login, a challenge, an error. */
export function isPage(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

/** Returns the content type for JSON, whatever the upstream labels it. */
export function jsonContentType(contentType: string | undefined): string {
  if (contentType === undefined || contentType === JSON_TYPE) return JSON_TYPE;
  const type = safeContentType(contentType);
  return /^application\/(?:json|[a-z0-9.-]+\+json)(?:;|$)/.test(type) ? type : JSON_TYPE;
}
