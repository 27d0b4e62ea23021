import { isTooComplex } from '@tollgate/dialects';
import type { FailureFacts } from '../billing/settle-call.ts';

/** The part of an event that the gateway reads; others are forwarded unread. */
export interface RealtimeEvent {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const READ_BY_SERVER = [
  '"response.created"',
  '"response.done"',
  'session.created"',
  'session.updated"',
  '"conversation.item.input_audio_transcription.',
  '"input_audio_buffer.committed"',
  '"input_audio_buffer.cleared"',
  '"input_audio_buffer.speech_stopped"',
  '"input_audio_buffer.timeout_triggered"',
  '"error"',
].map((name) => Buffer.from(name));
/** Events other than responses are small; larger messages are only searched for responses. */
const SMALL_BYTES = 4096;
const RESPONSE_DONE = Buffer.from('"response.done"');
const AUDIO_DELTA = Buffer.from('audio.delta"');
const DELTA = Buffer.from('.delta"');
/** Transcripts of the audio response and of the caller's audio. */
const TRANSCRIPT = Buffer.from('transcript');
const BEGINNING_BYTES = 256;

/** Parses an upstream event that affects the charge; returns undefined for all others. */
export function readServerEvent(data: Buffer): RealtimeEvent | undefined {
  const matters =
    data.length <= SMALL_BYTES
      ? READ_BY_SERVER.some((name) => data.includes(name))
      : READ_BY_SERVER.some((name) => data.subarray(0, BEGINNING_BYTES).includes(name)) ||
        data.includes(RESPONSE_DONE);
  return matters ? readEvent(data) : undefined;
}

/** Parses the event of a message; returns undefined if it is invalid or too large. */
export function readEvent(data: Buffer): RealtimeEvent | undefined {
  if (isTooComplex(data)) return undefined;
  try {
    const body: unknown = JSON.parse(data.toString('utf8'));
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    const { type } = body as Record<string, unknown>;
    return typeof type === 'string' ? { type, body: body as RealtimeEvent['body'] } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the approximate bytes of audio in a response delta; 0 for text, undefined for any other event. */
export function audioBytesOf(data: Buffer): number | undefined {
  const beginning = data.subarray(0, BEGINNING_BYTES);
  if (beginning.includes(AUDIO_DELTA)) return data.length;
  return beginning.includes(DELTA) && !beginning.includes(TRANSCRIPT) ? 0 : undefined;
}

/** Returns a member that is an object; an empty object otherwise. */
export function objectOf(body: RealtimeEvent['body'], name: string): RealtimeEvent['body'] {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as RealtimeEvent['body']) : {};
}

/** Returns the transcription models that a session names, in either version of the API. */
export function transcribersOf(session: RealtimeEvent['body']): string[] {
  const input = objectOf(objectOf(session, 'audio'), 'input');
  return [objectOf(input, 'transcription'), objectOf(session, 'input_audio_transcription')].flatMap(
    ({ model }) => (typeof model === 'string' ? [model] : []),
  );
}

/**
 * Session tools that the client runs, or whose provider bills only their tokens. Source: OpenAI's API
 * reference, realtime.
 */
const UNBILLED_TOOLS = new Set<unknown>(['function', 'mcp']);

/** Returns a tool of a session that its provider may bill separately; undefined if there is none. */
export function billedToolOf({ tools }: RealtimeEvent['body']): string | undefined {
  if (!Array.isArray(tools)) return undefined;
  const types = (tools as unknown[]).map(
    (tool) => objectOf({ tool }, 'tool')['type'] ?? 'function',
  );
  const billed = types.find((type) => !UNBILLED_TOOLS.has(type));
  if (billed === undefined) return undefined;
  return typeof billed === 'string' ? billed : 'unknown';
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '');

/** How a response ended, besides its usage. */
export interface ResponseEnd {
  /** It has no output. */
  readonly isEmpty: boolean;
  /** Why it failed at its upstream (a rate limit, a fault); undefined if it did not. */
  readonly failure?: FailureFacts;
}

/** Reads how a response ended. */
export function readResponseEnd(response: RealtimeEvent['body']): ResponseEnd {
  const { status, output } = response;
  const isEmpty = !Array.isArray(output) || output.length === 0;
  if (status !== 'failed') return { isEmpty };
  const { code, message } = objectOf(objectOf(response, 'status_details'), 'error');
  const failure = { code: text(code) || 'response_failed', status: 502, message: text(message) };
  return { isEmpty, failure };
}
