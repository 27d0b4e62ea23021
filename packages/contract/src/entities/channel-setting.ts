import { z } from 'zod';
import { isShallow } from '../is-shallow.ts';

/**
 * What happens to a response after a client disconnect. `abort` and `charge` end the upstream call at once;
 * if the client had received nothing yet, it is free (`abort`) or charged for its input (`charge`). `drain`
 * reads the rest and charges the reported usage. If absent, whole responses are drained and streams charged.
 */
export const CLIENT_GONE_POLICIES = ['abort', 'charge', 'drain'] as const;
/** How a channel with several keys, one per line, picks the next one. */
export const MULTI_KEY_MODES = ['round_robin', 'random'] as const;

/** Wire formats of chats, by their names in `packages/dialects`. */
export const CHAT_DIALECTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
] as const;

/**
 * Further formats that a channel's settings may name: Ollama's own API, Spark's WebSockets, types of Dify
 * applications.
 */
export const NATIVE_FORMATS = [
  'ollama-chat',
  'spark-chat',
  'dify-completion',
  'dify-workflow',
] as const;
const NAMED_FORMATS = [...CHAT_DIALECTS, ...NATIVE_FORMATS] as const;

/** The channel types that have such formats. */
export const OWN_FORMATS_BY_TYPE: Readonly<
  Record<number, readonly (typeof NATIVE_FORMATS)[number][]>
> = { 4: ['ollama-chat'], 18: ['spark-chat'], 37: ['dify-completion', 'dify-workflow'] };

const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Set by the connection, or identifying the caller: not overridable. */
const RESERVED_HEADERS = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
];
/** Members that define the call, on which the relay depends. */
const RESERVED_MEMBERS = ['model', 'stream', 'stream_options', 'messages', 'input', 'contents'];

const headerOverride = z
  .record(z.string(), z.string().regex(/^[\x20-\x7e]{0,2000}$/))
  .refine((headers) =>
    Object.keys(headers).every(
      (name) =>
        HEADER_NAME.test(name.toLowerCase()) && !RESERVED_HEADERS.includes(name.toLowerCase()),
    ),
  );
const paramOverride = z
  .unknown()
  .refine(isShallow, { abort: true })
  .pipe(z.record(z.string(), z.json()))
  .refine((members) => RESERVED_MEMBERS.every((name) => !Object.hasOwn(members, name)));

/**
 * The members of a channel's `setting` that the relay reads; a channel type may have others. The option of
 * the same purpose applies if one is absent.
 */
export const channelSetting = z
  .looseObject({
    /** If present, the key field holds several keys; if absent, one key. */
    multi_key: z.enum(MULTI_KEY_MODES).optional(),
    /**
     * The one dialect in which chats are sent. If absent: the client's own if the type supports it, else the
     * type's.
     */
    dialect: z.enum(NAMED_FORMATS).optional(),
    /** Prepended to the client's own instructions in every chat. */
    system_prompt: z.string().max(65_536).optional(),
    /** Headers of every upstream call; they override those of the client and the type. */
    header_override: headerOverride.optional(),
    /** Top-level members of every body, in the upstream's dialect; they override the client's. */
    param_override: paramOverride.optional(),
    /**
     * false: bodies are sent unchanged, even if their model is known to refuse them. Absent: they are repaired
     * (ADR 30).
     */
    model_rules: z.boolean().optional(),
    /**
     * An effort suffix of a model name (`claude-…-thinking`, `o4-mini-high`) is sent as a parameter, and the
     * upstream gets the name without it. Absent: names are sent unchanged.
     */
    model_suffixes: z.boolean().optional(),
    /** A stream whose first bytes take longer fails over; 0 is off. Option FirstTokenTimeoutSeconds. */
    first_token_timeout_seconds: z.number().min(0).max(3600).optional(),
    /** A non-streamed response that takes longer fails over; 0 is off. Option AnswerTimeoutSeconds. */
    answer_timeout_seconds: z.number().min(0).max(3600).optional(),
    /** How long a conversation stays on this channel after its last call; 0 is off. Option ChannelAffinitySeconds. */
    affinity_seconds: z.number().min(0).max(86_400).optional(),
    /** off: the server has no files and batches, even if its type does. */
    files: z.enum(['off']).optional(),
    /** The upstream gets `x-request-id`, `traceparent` and `tracestate` of each call. Absent: it does not. */
    pass_trace_headers: z.boolean().optional(),
    on_client_gone: z.enum(CLIENT_GONE_POLICIES).optional(),
    /** Limits of a drain: seconds and bytes for which the rest of a response is read. */
    drain_seconds: z.number().min(0).max(600).optional(),
    drain_bytes: z.number().int().min(0).max(268_435_456).optional(),
  })
  .refine(isShallow);
export type ChannelSetting = z.output<typeof channelSetting>;
