import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '@tollgate/dialects';
import type { RelayCall } from '../relay-call.ts';

/**
 * Headers with the id of a conversation, most reliable first: Claude Code, Codex (both spellings), OpenCode,
 * and those common to other agents.
 */
const HEADERS = [
  'x-claude-code-session-id',
  'session-id',
  'session_id',
  'x-opencode-session',
  'x-session-affinity',
  'x-session-id',
  'thread-id',
  'thread_id',
  'x-conversation-id',
  'conversation_id',
] as const;

/**
 * Members of a body that identify a conversation. JSON escapes quotes inside strings, so these bytes are
 * always a member's name, never part of a prompt.
 */
const MEMBERS = [
  '"previous_response_id":',
  '"prompt_cache_key":',
  '"session_id":',
  '"user_id":',
].map((text) => Buffer.from(text));
/**
 * Clients put such members before or after their messages; only that much of each end is searched, in bytes.
 */
const ENDS_BYTES = 2048;
const ID_LENGTH_MAX = 200;
/** Providers don't cache shorter prompts, so affinity gains nothing. */
const CACHED_TOKENS_MIN = 1024;
const OPENING_BYTES = 1024;
const USER_SEARCH_BYTES = 65_536;

/** The member that contains the conversation, in each dialect. */
const MESSAGES: Readonly<Record<Dialect, Buffer>> = {
  'openai-chat': Buffer.from('"messages"'),
  'openai-responses': Buffer.from('"input"'),
  'anthropic-messages': Buffer.from('"messages"'),
  'gemini-generate': Buffer.from('"contents"'),
};
const USER = Buffer.from('"user"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACE = 0x7b;

/**
 * Returns what identifies a conversation, or undefined: the client's id, otherwise a hash of the start of the
 * first system and user message, if the prompt is long enough for a provider's cache. Takes constant time for
 * a body of any size.
 */
export function findConversationId(
  call: Pick<RelayCall, 'request' | 'clientRequest' | 'client'>,
): string | undefined {
  const named = findExplicitConversationId(call.request.headers);
  if (named !== undefined) return named;
  const { bytes, promptTokensEstimate } = call.clientRequest;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (
    findMember(body.subarray(0, ENDS_BYTES)) ??
    (body.length > ENDS_BYTES ? findMember(body.subarray(-ENDS_BYTES)) : undefined) ??
    (promptTokensEstimate >= CACHED_TOKENS_MIN ? hashOpening(body, call.client.dialect) : undefined)
  );
}

/** Does the same for a chat of any length. */
export function findChatId(
  call: Pick<RelayCall, 'request' | 'clientRequest' | 'client'>,
): string | undefined {
  const { bytes, kind } = call.clientRequest;
  const known = findConversationId(call);
  if (known !== undefined || kind !== 'chat') return known;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return hashOpening(body, call.client.dialect);
}

/** Returns the id of a conversation in the headers. */
export function findExplicitConversationId(headers: IncomingHttpHeaders): string | undefined {
  for (const name of HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return shorten(value);
  }
  return undefined;
}

function shorten(id: string): string {
  return id.length <= ID_LENGTH_MAX ? id : hash('sha1', id, 'base64url');
}

function findMember(part: Buffer): string | undefined {
  for (const name of MEMBERS) {
    const at = part.indexOf(name);
    if (at === -1) continue;
    let start = at + name.length;
    while (part[start] === 0x20) start += 1;
    if (part[start] !== QUOTE) continue;
    const end = endOfString(part, start);
    if (end > start + 1) return shorten(part.toString('latin1', start + 1, end));
  }
  return undefined;
}

/** Returns the end of the string that starts at a position; the end of the part if it is not closed. */
function endOfString(part: Buffer, open: number): number {
  let at = open + 1;
  while (at < part.length && part[at] !== QUOTE) at += part[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, part.length);
}

/** Hashes the start of the messages and the first user message; undefined without one. */
function hashOpening(body: Buffer, dialect: Dialect): string | undefined {
  const start = body.indexOf(MESSAGES[dialect]);
  if (start === -1) return undefined;
  const found = body.subarray(start, start + USER_SEARCH_BYTES).indexOf(USER);
  if (found === -1) return undefined;
  const user = start + found;
  const system = body.subarray(start, Math.min(user, start + OPENING_BYTES));
  const before = body.subarray(Math.max(start, user - OPENING_BYTES / 4), user);
  const message = body.subarray(user, endOfObject(body, user));
  return hash('sha1', Buffer.concat([system, before, message]), 'base64url');
}

/** Returns the end of the object that encloses a position, at most a limited number of bytes later. */
function endOfObject(body: Buffer, from: number): number {
  const end = Math.min(body.length, from + OPENING_BYTES);
  let depth = 1;
  let inString = false;
  for (let at = from; at < end; at += 1) {
    const byte = body[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (byte === OPEN_BRACE) depth += 1;
    else if (byte === CLOSE_BRACE && (depth -= 1) === 0) return at;
  }
  return end;
}
