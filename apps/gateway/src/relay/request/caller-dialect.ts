import type { Dialect } from '@tollgate/dialects';
import type { IncomingHttpHeaders } from 'node:http';

const GEMINI_ACTION = /^\/v1\/models\/[^/]+:[A-Za-z]+$/;

/** Returns the dialect of the response to a path, whether or not the path is known and the key valid. */
export function callerDialect(path: string, headers: IncomingHttpHeaders): Dialect {
  if (path.startsWith('/upload/') || path.startsWith('/v1alpha/')) return 'gemini-generate';
  if (path.startsWith('/v1beta'))
    return path.startsWith('/v1beta/openai/') ? 'openai-chat' : 'gemini-generate';
  if (path.startsWith('/v1/messages')) return 'anthropic-messages';
  if (path.startsWith('/v1/responses')) return 'openai-responses';
  if (path.startsWith('/v1/chat/')) return 'openai-chat';
  if (headers['anthropic-version'] !== undefined) return 'anthropic-messages';
  // Google's own client also requests /v1/models.
  const fromGoogle = headers['x-goog-api-key'] ?? headers['x-goog-api-client'];
  return fromGoogle !== undefined || GEMINI_ACTION.test(path) ? 'gemini-generate' : 'openai-chat';
}
