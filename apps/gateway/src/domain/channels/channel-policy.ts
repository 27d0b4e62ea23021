import {
  type ChannelSetting,
  channelSetting,
  type CLIENT_GONE_POLICIES,
  type MULTI_KEY_MODES,
} from '@tollgate/contract';
import type { BodyOverrides, UpstreamFormat } from '@tollgate/dialects';

/** How the relay treats a channel, by its `setting`. Undefined values fall back to the option. */
export interface ChannelPolicy {
  /** The only dialect in which chats are sent. */
  readonly dialect: UpstreamFormat | undefined;
  /** Headers with lower-case names that override all others. */
  readonly headers: Readonly<Record<string, string>>;
  /** Overrides for every body; undefined for most channels. */
  readonly overrides: BodyOverrides | undefined;
  /** Whether bodies that their model would refuse are repaired. */
  readonly modelRules: boolean;
  /** Whether a suffix of the model's name can set the reasoning effort. */
  readonly modelSuffixes: boolean;
  readonly multiKey: (typeof MULTI_KEY_MODES)[number] | undefined;
  readonly firstTokenTimeoutMs: number | undefined;
  readonly responseTimeoutMs: number | undefined;
  readonly affinityMs: number | undefined;
  readonly clientGone: (typeof CLIENT_GONE_POLICIES)[number] | undefined;
  readonly drainMs: number | undefined;
  readonly drainBytes: number | undefined;
  /** Whether its server supports files and batches, provided that its type does. */
  readonly keepsFiles: boolean;
  /** Whether it receives the caller's request id and trace. */
  readonly passesTrace: boolean;
}

/** Parses a channel's settings. Out-of-range values count as absent, so that old rows load. */
export function readChannelPolicy(setting: Record<string, unknown>): ChannelPolicy {
  const read = channelSetting.safeParse(setting);
  const known: ChannelSetting = read.success ? read.data : {};
  return {
    dialect: known.dialect,
    headers: lowerNames(known.header_override ?? {}),
    overrides: overridesOf(known),
    modelRules: known.model_rules ?? true,
    modelSuffixes: known.model_suffixes ?? false,
    multiKey: known.multi_key,
    firstTokenTimeoutMs: toMs(known.first_token_timeout_seconds),
    responseTimeoutMs: toMs(known.answer_timeout_seconds),
    affinityMs: toMs(known.affinity_seconds),
    clientGone: known.on_client_gone,
    drainMs: toMs(known.drain_seconds),
    drainBytes: known.drain_bytes,
    keepsFiles: known.files !== 'off',
    passesTrace: known.pass_trace_headers ?? false,
  };
}

function lowerNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function overridesOf(known: ChannelSetting): BodyOverrides | undefined {
  const { system_prompt: systemPrompt = '', param_override: members } = known;
  if (systemPrompt === '' && !members) return undefined;
  return { systemPrompt, ...(members ? { members } : {}) };
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/**
 * Splits the key text of a channel into keys, without duplicates: one per line if it has several, otherwise
 * the whole text.
 */
export function splitKeys(text: string, { multiKey }: Pick<ChannelPolicy, 'multiKey'>): string[] {
  if (!multiKey) return [text];
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
