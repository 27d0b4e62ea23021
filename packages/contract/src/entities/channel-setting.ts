import { z } from 'zod';

/** What happens upstream when a client leaves in the middle of a stream. */
export const CLIENT_GONE_POLICIES = ['abort', 'drain'] as const;
/** How a channel with several keys, one a line, takes the next one. */
export const MULTI_KEY_MODES = ['round_robin', 'random'] as const;

/** Wire formats of chats, as `packages/dialects` names them. */
export const CHAT_DIALECTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
] as const;

/**
 * The members of a channel's `setting` that the relay reads; a channel type may have others. Where
 * one is absent, the option of the same purpose counts.
 */
export const channelSetting = z.looseObject({
  /** Present: the key field holds several keys of one channel. Absent: one key. */
  multi_key: z.enum(MULTI_KEY_MODES).optional(),
  /** The one dialect that chats are sent in. Absent: the client's own where the type has it, else the type's. */
  dialect: z.enum(CHAT_DIALECTS).optional(),
  /** A stream without its first bytes by then is tried elsewhere; 0 is off. Option FirstTokenTimeoutSeconds. */
  first_token_timeout_seconds: z.number().min(0).max(3600).optional(),
  /** How long a conversation stays on this channel after its last call; 0 is off. Option ChannelAffinitySeconds. */
  affinity_seconds: z.number().min(0).max(86_400).optional(),
  on_client_gone: z.enum(CLIENT_GONE_POLICIES).optional(),
  /** Bounds of a drain: the rest of an answer is read for so long and so many bytes. */
  drain_seconds: z.number().min(0).max(600).optional(),
  drain_bytes: z.number().int().min(0).max(268_435_456).optional(),
});
export type ChannelSetting = z.output<typeof channelSetting>;
