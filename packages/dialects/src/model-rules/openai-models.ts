import type { Effort } from '../ir/request.ts';
import { EFFORTS } from '../ir/effort.ts';
import type { Sourced } from './model-rule.ts';

/** What OpenAI's reasoning models accept. */
export interface ReasonerFacts extends Sourced {
  /** Values of reasoning_effort, from least to most. */
  readonly efforts: readonly Effort[];
  /** Highest effort that chat completions accept, if lower. */
  readonly maxChatEffort?: Effort;
  /**
   * When temperature, top_p and logprobs are accepted: never, with effort `none`, or also without an effort.
   */
  readonly sampling: 'never' | 'effort-none' | 'effort-none-or-unset';
  /** What chat completions require of the effort when there are function tools. */
  readonly chatTools?: 'effort-unset' | 'effort-none';
}

const OPENAI_MODELS = 'developers.openai.com/api/docs/models';
export const AI_SDK = '@ai-sdk/openai 4.0.118';
const LATEST_MODEL = 'developers.openai.com/api/docs/guides/latest-model';

const NEWEST = of(upTo('max'), 'effort-none', AI_SDK);
const FAMILIES: readonly (readonly [names: RegExp, facts: ReasonerFacts])[] = [
  [/^o\d/, of(['low', 'medium', 'high'], 'never', AI_SDK)],
  [/^gpt-5-pro/, of(['high'], 'never', OPENAI_MODELS)],
  [/^gpt-5-codex/, of(['low', 'medium', 'high'], 'never', OPENAI_MODELS)],
  [/^gpt-5(?!\.)/, of(['minimal', 'low', 'medium', 'high'], 'never', LATEST_MODEL)],
  [/^gpt-5\.1-codex-max/, of(upTo('xhigh'), 'effort-none', OPENAI_MODELS)],
  [/^gpt-5\.1/, of(upTo('high'), 'effort-none-or-unset', LATEST_MODEL)],
  [/^gpt-5\.[23]/, of(upTo('xhigh'), 'effort-none-or-unset', LATEST_MODEL)],
  [
    /^gpt-5\.[45]/,
    {
      ...of(upTo('xhigh'), 'effort-none-or-unset', 'pipecat-ai/pipecat#4043, livekit/agents#7169'),
      chatTools: 'effort-unset',
    },
  ],
  [
    /^gpt-5\./,
    {
      ...of(upTo('max'), 'effort-none', 'BerriAI/litellm#34569, livekit/agents#7169'),
      maxChatEffort: 'xhigh',
      chatTools: 'effort-none',
    },
  ],
  [
    /^gpt-6-astra|^gpt-6\.1-sol/,
    {
      ...of(['low', 'medium', 'high', 'xhigh', 'max'], 'never', 'BerriAI/litellm-docs#1173'),
      maxChatEffort: 'xhigh',
    },
  ],
];

function of(
  efforts: readonly Effort[],
  sampling: ReasonerFacts['sampling'],
  source: string,
): ReasonerFacts {
  return { efforts, sampling, source, checked: '2026-11' };
}

/**
 * Returns the efforts up to `highest`, without `minimal`, which only the first models of the fifth generation
 * support.
 */
function upTo(highest: Effort): readonly Effort[] {
  return EFFORTS.slice(0, EFFORTS.indexOf(highest) + 1).filter((effort) => effort !== 'minimal');
}

const withoutVendor = (model: string) => model.replace(/^openai\//i, '').toLowerCase();

/**
 * Returns whether a model is one of OpenAI's reasoning models: max_completion_tokens, role developer, no
 * sampling parameters.
 */
export function isOpenAiReasoner(model: string): boolean {
  const name = withoutVendor(model);
  return /^(?:o\d|gpt-(?:[5-9]|\d\d)|codex)/.test(name) && !/-chat(?:-|$)/.test(name);
}

/** Returns whether a model is one of OpenAI's own: they support every parameter of the reference. */
export function isOpenAiModel(model: string): boolean {
  return isOpenAiReasoner(model) || /^(?:chat)?gpt-(?!oss)/.test(withoutVendor(model));
}

/** Returns whether a model supports tools with free text: only OpenAI's from the fifth generation on do. */
export function knowsCustomTools(model: string): boolean {
  return /^(?:gpt-(?:[5-9]|\d\d)|codex)/.test(withoutVendor(model));
}

/** Returns what a reasoning model accepts; an unlisted name is treated like the newest models. */
export function reasonerFacts(model: string): ReasonerFacts {
  const name = withoutVendor(model);
  const family = FAMILIES.find(([names]) => names.test(name));
  return family?.[1] ?? NEWEST;
}

/**
 * Returns the lowest accepted effort from the given one on, else the highest; other efforts are refused with
 * 400.
 */
export function fitOpenAiEffort(model: string, effort: Effort): Effort {
  if (!isOpenAiReasoner(model)) return effort;
  const { efforts } = reasonerFacts(model);
  const rank = EFFORTS.indexOf(effort);
  return efforts.find((each) => EFFORTS.indexOf(each) >= rank) ?? efforts.at(-1) ?? effort;
}

/** Returns whether a model accepts markers of where a cached prompt ends: OpenAI's from 5.6 on do. */
export function takesCacheBreakpoints(model: string): boolean {
  return /^(?:openai\/)?gpt-(?:5\.(?:[6-9]|\d\d)|[6-9]|\d\d)/i.test(model);
}
