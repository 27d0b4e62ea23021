import { z } from 'zod';

/**
 * What becomes of a response after a client disconnect: the upstream call ends at once, and what
 * was not begun is free (`abort`) or costs its input (`charge`), or the rest is read and charged as
 * reported (`drain`). Absent: whole responses are drained, streams are charged.
 */
export const CLIENT_GONE_POLICIES = ['abort', 'charge', 'drain'] as const;
/** How a channel with several keys, one a line, takes the next one. */
export const MULTI_KEY_MODES = ['round_robin', 'random'] as const;

/** Wire formats of chats, as `packages/dialects` names them. */
export const CHAT_DIALECTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
] as const;

/** Further forms that the settings of a channel may name: Ollama's own API, Spark's WebSockets, kinds of Dify's applications. */
export const OWN_FORMATS = [
  'ollama-chat',
  'spark-chat',
  'dify-completion',
  'dify-workflow',
] as const;
const NAMED_FORMATS = [...CHAT_DIALECTS, ...OWN_FORMATS] as const;

/** The types of channels that have such forms. */
export const OWN_FORMATS_BY_TYPE: Readonly<
  Record<number, readonly (typeof OWN_FORMATS)[number][]>
> = { 4: ['ollama-chat'], 18: ['spark-chat'], 37: ['dify-completion', 'dify-workflow'] };

const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Set by the connection, or telling who calls: not for people to change. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
];
/** What a call is about, and on what the relay depends. */
const OWN_MEMBERS = ['model', 'stream', 'stream_options', 'messages', 'input', 'contents'];

const headerOverride = z
  .record(z.string(), z.string().regex(/^[\x20-\x7e]{0,2000}$/))
  .refine((headers) =>
    Object.keys(headers).every(
      (name) => HEADER_NAME.test(name.toLowerCase()) && !OWN_HEADERS.includes(name.toLowerCase()),
    ),
  );
const paramOverride = z
  .record(z.string(), z.json())
  .refine((members) => OWN_MEMBERS.every((name) => !Object.hasOwn(members, name)));

/**
 * The members of a channel's `setting` that the relay reads; a channel type may have others. Where
 * one is absent, the option of the same purpose counts.
 */
export const channelSetting = z.looseObject({
  /** Present: the key field holds several keys of one channel. Absent: one key. */
  multi_key: z.enum(MULTI_KEY_MODES).optional(),
  /** The one dialect that chats are sent in. Absent: the client's own where the type has it, else the type's. */
  dialect: z.enum(NAMED_FORMATS).optional(),
  /** Stands before the client's own instructions in every chat. */
  system_prompt: z.string().max(65_536).optional(),
  /** Headers of every call to the upstream; they go before those of the client and the type. */
  header_override: headerOverride.optional(),
  /** Top-level members of every body, in the upstream's dialect; they go before those of the client. */
  param_override: paramOverride.optional(),
  /** false: bodies go out as they are, also where their model is known to refuse them. Absent: they are repaired (ADR 30). */
  model_rules: z.boolean().optional(),
  /**
   * An effort behind the name of a model (`claude-…-thinking`, `o4-mini-high`) is asked for, and the upstream
   * gets the name before it. Absent: names go out as they are.
   */
  model_suffixes: z.boolean().optional(),
  /** A stream without its first bytes by then is tried elsewhere; 0 is off. Option FirstTokenTimeoutSeconds. */
  first_token_timeout_seconds: z.number().min(0).max(3600).optional(),
  /** A response that is not streamed and not complete by then is tried elsewhere; 0 is off. Option AnswerTimeoutSeconds. */
  answer_timeout_seconds: z.number().min(0).max(3600).optional(),
  /** How long a conversation stays on this channel after its last call; 0 is off. Option ChannelAffinitySeconds. */
  affinity_seconds: z.number().min(0).max(86_400).optional(),
  /** off: the server has no files and batches, though its type may. */
  files: z.enum(['off']).optional(),
  /** The upstream gets `x-request-id`, `traceparent` and `tracestate` of each call. Absent: it does not. */
  pass_trace_headers: z.boolean().optional(),
  on_client_gone: z.enum(CLIENT_GONE_POLICIES).optional(),
  /** Bounds of a drain: the rest of an answer is read for so long and so many bytes. */
  drain_seconds: z.number().min(0).max(600).optional(),
  drain_bytes: z.number().int().min(0).max(268_435_456).optional(),
});
export type ChannelSetting = z.output<typeof channelSetting>;
