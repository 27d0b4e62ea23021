import type { CallKind } from '../ir/call-kind.ts';
import { joinUrl } from './join-url.ts';
import type { BuildUrl, UrlTarget } from './provider-spec.ts';

/** Path of each kind of call below the API's prefix. */
export const CALL_PATHS: Readonly<Record<CallKind, string>> = {
  chat: '/chat/completions',
  completions: '/completions',
  embeddings: '/embeddings',
  moderations: '/moderations',
  ocr: '/ocr',
  rerank: '/rerank',
  images: '/images/generations',
  'image-edits': '/images/edits',
  'image-variations': '/images/variations',
  speech: '/audio/speech',
  transcriptions: '/audio/transcriptions',
  translations: '/audio/translations',
  realtime: '/realtime',
};

/** Precedes the paths of all calls. */
export type Prefix = string | ((target: UrlTarget) => string);

/** Creates URL builders for the given kinds under one prefix (`/v1`). */
export function openAiEndpoints(
  prefix: Prefix,
  kinds: readonly CallKind[],
): Partial<Record<CallKind, BuildUrl>> {
  return Object.fromEntries(kinds.map((kind) => [kind, openAiUrl(prefix, CALL_PATHS[kind])]));
}

/** Creates a URL builder for one path under the prefix. */
export function openAiUrl(prefix: Prefix, end: string): BuildUrl {
  return (base, target) => joinUrl(base, typeof prefix === 'string' ? prefix : prefix(target), end);
}

/** Creates a URL builder for realtime sessions, whose URL names the model. */
export function realtimeUrl(prefix: Prefix): BuildUrl {
  const build = openAiUrl(prefix, CALL_PATHS.realtime);
  return (base, target) => withQuery(build(base, target), 'model', target.model);
}

function withQuery(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

/** Returns `Authorization: Bearer`; nothing for an empty key. */
export function bearerAuth(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}

/** For types that authenticate in their transport, or whose tasks have a relay of their own. */
export function noAuth(): Record<string, string> {
  return {};
}
