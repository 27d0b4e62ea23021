import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '@tollgate/dialects';
import { asBuffer } from '../../platform/as-buffer.ts';
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
 * Members of a body that identify a conversation, on the top level or in `metadata`. JSON escapes quotes inside
 * strings, so these bytes are always a member's name, never part of a prompt.
 */
const MEMBERS = [
  '"previous_response_id":',
  '"prompt_cache_key":',
  '"session_id":',
  '"user_id":',
].map((text) => Buffer.from(text));
/** Depth of the members of `metadata`. Arguments of tools, which may have such members, are nested deeper. */
const METADATA_DEPTH = 2;
/** Bounds the work on bodies full of such members. */
const CANDIDATES_MAX = 8;
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
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Returns what identifies a conversation, or undefined: the client's id, otherwise a hash of the start of the
 * first system and user message, if the prompt is long enough for a provider's cache. Takes constant time for
 * a body of any size.
 */
export function findConversationId(
  call: Pick<RelayCall, 'request' | 'clientRequest' | 'client'>,
): string | undefined {
  const explicitId = findExplicitConversationId(call.request.headers);
  if (explicitId !== undefined) return explicitId;
  const { bytes, promptTokensEstimate } = call.clientRequest;
  const body = asBuffer(bytes);
  return (
    findMember(body.subarray(0, ENDS_BYTES), depthFromStart) ??
    (body.length > ENDS_BYTES ? findMember(body.subarray(-ENDS_BYTES), depthFromEnd) : undefined) ??
    (promptTokensEstimate >= CACHED_TOKENS_MIN ? hashOpening(body, call.client.dialect) : undefined)
  );
}

/** Does the same for a chat of any length. */
export function findChatId(
  call: Pick<RelayCall, 'request' | 'clientRequest' | 'client'>,
): string | undefined {
  const { bytes, kind } = call.clientRequest;
  const id = findConversationId(call);
  if (id !== undefined || kind !== 'chat') return id;
  const body = asBuffer(bytes);
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

/** Returns how many objects and arrays enclose a position. */
type DepthAt = (part: Buffer, at: number) => number;

function findMember(part: Buffer, depthAt: DepthAt): string | undefined {
  let candidates = CANDIDATES_MAX;
  for (const name of MEMBERS)
    for (let at = part.indexOf(name); at !== -1; at = part.indexOf(name, at + name.length)) {
      const id = readId(part, at + name.length);
      if (id === undefined) continue;
      if (candidates === 0) return undefined;
      candidates -= 1;
      if (depthAt(part, at) <= METADATA_DEPTH) return id;
    }
  return undefined;
}

/** Reads the non-empty string that follows a member's name. */
function readId(part: Buffer, from: number): string | undefined {
  let start = from;
  while (part[start] === 0x20) start += 1;
  if (part[start] !== QUOTE) return undefined;
  const end = endOfString(part, start);
  return end > start + 1 ? shorten(part.toString('latin1', start + 1, end)) : undefined;
}

/** For a part that starts with the body. */
const depthFromStart: DepthAt = (part, at) => -countClosed(part.subarray(0, at));
/** For a part that ends with the body; the position is outside of strings. */
const depthFromEnd: DepthAt = (part, at) => countClosed(part.subarray(at));

/** Returns how many more objects and arrays are closed than opened, in JSON that starts outside of a string. */
function countClosed(json: Buffer): number {
  let closed = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) closed -= 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) closed += 1;
  }
  return closed;
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
  const index = body.subarray(start, start + USER_SEARCH_BYTES).indexOf(USER);
  if (index === -1) return undefined;
  const user = start + index;
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
