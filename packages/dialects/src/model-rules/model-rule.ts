import type { ProviderSpec } from '../providers/provider-spec.ts';
import type { RuledBody } from './ruled-body.ts';

/** Where a fact about a vendor's models is from. */
export interface Sourced {
  /** A page, an issue as owner/repository#number, or a package and its version. */
  readonly source: string;
  /** The month in which it was last checked: `2026-11`. */
  readonly checked: string;
}

/** A name of {@link RULED_MEMBERS}. */
export type RuledMember = (typeof RULED_MEMBERS)[number];

/**
 * Something that some models refuse, and what is sent instead. Rules repair requests and refuse
 * none: what a rule does not know goes out as the client wrote it.
 */
export interface ModelRule extends Sourced {
  /** In kebab case, for tests and people. */
  readonly name: string;
  /** A body without any of these has nothing to repair. */
  readonly members: readonly RuledMember[];
  /** The types of channels that it is limited to, by name. */
  readonly providers?: readonly ProviderSpec['name'][];
  /** Whether it is about a model; `model` as plainModelName has it. */
  readonly concerns: (model: string) => boolean;
  /** Makes the body acceptable, and notes what that changed. */
  readonly repair: (body: RuledBody, model: string) => void;
}

/** All top-level members that a rule is about. A body's are remembered as bits, so at most 31. */
export const RULED_MEMBERS = [
  'messages',
  'contents',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_output_tokens',
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'stop',
  'n',
  'reasoning_effort',
  'reasoning',
  'verbosity',
  'thinking',
  'output_config',
  'metadata',
  'include',
  'prompt_cache_retention',
  'generationConfig',
  'generation_config',
] as const;

const BITS: ReadonlyMap<string, number> = new Map(
  RULED_MEMBERS.map((name, index) => [name, 2 ** index]),
);

/** Which of the ruled members a body has, as bits. */
export function bitsOfMembers(members: Iterable<{ readonly name: string }>): number {
  let bits = 0;
  for (const { name } of members) bits |= BITS.get(name) ?? 0;
  return bits;
}
