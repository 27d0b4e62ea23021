import { OPENAI_CLIENT_HEADERS } from './find-endpoint.ts';
import { joinUrl, splitBase } from './join-url.ts';
import { openAiUrl, type Prefix } from './openai-endpoints.ts';
import type { BuildUrl, ChatEndpoint, UrlTarget } from './provider-spec.ts';

/** Sent if the client named no version: the one that translated requests are written for. */
export const ANTHROPIC_VERSION = '2023-06-01';

/** Describes Anthropic messages under a prefix (`/v1`). */
export function messagesEndpoint(prefix: string): ChatEndpoint {
  return {
    url: (base) => joinUrl(base, prefix, '/messages'),
    countUrl: (base) => joinUrl(base, prefix, '/messages/count_tokens'),
    auth: anthropicAuth,
    clientHeaders: { 'anthropic-version': ANTHROPIC_VERSION, 'anthropic-beta': null },
  };
}

/**
 * Describes Anthropic messages that a host serves next to its OpenAI-compatible API: the base URL's path,
 * which is for that API, is ignored.
 */
export function rootMessagesEndpoint(prefix: string): ChatEndpoint {
  const { clientHeaders = {} } = messagesEndpoint(prefix);
  return {
    url: (base) => `${splitBase(base).origin}${prefix}/messages`,
    auth: anthropicAuth,
    clientHeaders,
  };
}

/** Returns Anthropic's auth header; none for an empty key. */
export function anthropicAuth(key: string): Record<string, string> {
  return key === '' ? {} : { 'x-api-key': key };
}

/** Returns Google's auth header; none for an empty key. */
export function googleAuth(key: string): Record<string, string> {
  return key === '' ? {} : { 'x-goog-api-key': key };
}

/** Builds the URL of a Gemini action under a prefix (`/v1beta`); action and model are in the path. */
export function modelActionUrl(prefix: (target: UrlTarget) => string, action: string): BuildUrl {
  return (base, target) => {
    const root = base.trim().replace(/\/openai\/*$/, '');
    return joinUrl(root, prefix(target), `/models/${encodeURIComponent(target.model)}:${action}`);
  };
}

/** Describes Gemini's generateContent under a prefix. */
export function generateEndpoint(prefix: (target: UrlTarget) => string): ChatEndpoint {
  const action = (name: string) => modelActionUrl(prefix, name);
  return {
    url: action('generateContent'),
    streamUrl: (base, target) => {
      const url = action('streamGenerateContent')(base, target);
      return `${url}${url.includes('?') ? '&' : '?'}alt=sse`;
    },
    countUrl: action('countTokens'),
    auth: googleAuth,
  };
}

/** Describes OpenAI responses under a prefix (`/v1`). */
export function responsesEndpoint(prefix: Prefix, auth: ChatEndpoint['auth']): ChatEndpoint {
  return {
    url: openAiUrl(prefix, '/responses'),
    auth,
    clientHeaders: OPENAI_CLIENT_HEADERS,
  };
}
