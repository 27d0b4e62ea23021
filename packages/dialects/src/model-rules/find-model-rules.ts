import type { WireFormat } from '../ir/dialect.ts';
import { plainModelName } from '../limits/plain-model-name.ts';
import type { ProviderSpec } from '../providers/provider-spec.ts';
import { CLAUDE_RULES } from './claude-rules.ts';
import { GEMINI_RULES } from './gemini-rules.ts';
import { memberBitsOf, type ModelRule } from './model-rule.ts';
import { OPENAI_CHAT_RULES, OPENAI_RESPONSES_RULES } from './openai-rules.ts';
import { THOUGHT_ECHO_MESSAGES_RULES, THOUGHT_ECHO_RULES } from './thought-echo-rules.ts';

/** All model rules by dialect, in the order in which they are applied. */
export const MODEL_RULES: Readonly<Partial<Record<WireFormat, readonly ModelRule[]>>> = {
  'openai-chat': [...OPENAI_CHAT_RULES, ...THOUGHT_ECHO_RULES],
  'openai-responses': OPENAI_RESPONSES_RULES,
  'anthropic-messages': [...CLAUDE_RULES, ...THOUGHT_ECHO_MESSAGES_RULES],
  'gemini-generate': GEMINI_RULES,
};

/** The rules of one model on one type of channel. */
export interface ModelRuleSet {
  readonly model: string;
  /** Rules, each with its members as bits (see memberBitsOf). */
  readonly rules: readonly (readonly [memberBits: number, rule: ModelRule])[];
  /** Union of these bits: a body with none of them needs no repair. */
  readonly memberBits: number;
}

/**
 * Finds the rules for a model in a dialect; undefined if there are none. Too slow for every call: cache the
 * result.
 */
export function findModelRules(
  to: WireFormat,
  upstreamModel: string,
  provider?: ProviderSpec['name'],
): ModelRuleSet | undefined {
  const model = plainModelName(upstreamModel);
  const rules = (MODEL_RULES[to] ?? []).filter(
    ({ concerns, providers }) =>
      concerns(model) && (!providers || (provider !== undefined && providers.includes(provider))),
  );
  if (rules.length === 0) return undefined;
  const known = rules.map((rule) => [memberBitsOf(rule), rule] as const);
  return { model, rules: known, memberBits: known.reduce((all, [bits]) => all | bits, 0) };
}
