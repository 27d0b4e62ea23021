import type { ProviderSpec } from '../providers/provider-spec.ts';
import { isFilledList } from '../json/top-level-members.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import type { RuledBody } from './ruled-body.ts';

/** Source of a fact about a vendor's models. */
export interface Sourced {
  /** A page, an issue as owner/repository#number, or a package and its version. */
  readonly source: string;
  /** Month of the last check: `2026-11`. */
  readonly checked: string;
}

/** A name of {@link RULED_MEMBERS}. */
export type RuledMember = (typeof RULED_MEMBERS)[number];

/**
 * Something that some models refuse, and what is sent instead. Rules repair requests and never refuse any:
 * what no rule covers is sent as the client wrote it.
 */
export interface ModelRule extends Sourced {
  /** In kebab case, for tests and readers. */
  readonly name: string;
  /** A body without any of these needs no repair. */
  readonly members: readonly RuledMember[];
  /** A body whose `tools` has elements needs no repair either. */
  readonly onlyWithoutTools?: true;
  /** Names of the channel types that it is limited to. */
  readonly providers?: readonly ProviderSpec['name'][];
  /** Returns whether the rule applies to a model; `model` is normalized by plainModelName. */
  readonly concerns: (model: string) => boolean;
  /** Makes the body acceptable, and records what changed. */
  readonly repair: (body: RuledBody, model: string) => void;
}

/** All top-level members covered by rules. A body's are stored as bits, so at most 30. */
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

/** Set beside the bits of members if `tools` has elements. */
const FILLED_TOOLS = 2 ** 30;

/** Returns as bits which of the ruled members a body has, and whether its `tools` has elements. */
export function readMemberBits(bytes: Uint8Array, members: readonly TopLevelMember[]): number {
  let bits = 0;
  for (const member of members) {
    bits |= bitOf(member.name);
    // Of duplicates the last counts.
    if (member.name === 'tools')
      bits = isFilledList(bytes, member) ? bits | FILLED_TOOLS : bits & ~FILLED_TOOLS;
  }
  return bits;
}

/** Returns a rule's members as bits. */
export function memberBitsOf({ members }: ModelRule): number {
  return members.reduce((bits, name) => bits | bitOf(name), 0);
}

/** Returns whether a rule may have to repair a body, by the body's bits. */
export function mayRepair(
  { onlyWithoutTools }: ModelRule,
  ruleBits: number,
  bodyBits: number,
): boolean {
  if ((ruleBits & bodyBits) === 0) return false;
  return !onlyWithoutTools || (bodyBits & FILLED_TOOLS) === 0;
}

function bitOf(name: string): number {
  return BITS.get(name) ?? 0;
}
