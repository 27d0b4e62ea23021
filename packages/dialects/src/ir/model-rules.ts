import { EFFORTS } from './effort.ts';
import type { Effort } from './request.ts';

/**
 * What models of one provider expect differently from each other. By name, as no API tells it;
 * unknown names get the behaviour of the newest family that shares their prefix.
 * Sources: vendors' migration pages and model lists, November 2026.
 */

/** OpenAI models that reason: max_completion_tokens, role developer, no sampling parameters. */
export function isOpenAiReasoner(model: string): boolean {
  return (
    /^(?:openai\/)?(?:o\d|gpt-(?:[5-9]|\d\d)|codex)/i.test(model) && !/chat-latest/.test(model)
  );
}

/** OpenAI's own models: they know every parameter of the reference. */
export function isOpenAiModel(model: string): boolean {
  return isOpenAiReasoner(model) || /^(?:openai\/)?(?:gpt-|chatgpt-)/i.test(model);
}

/** OpenAI's models from the fifth generation on take tools with free text; nobody else's do. */
export function knowsCustomTools(model: string): boolean {
  return /^(?:openai\/)?(?:gpt-(?:[5-9]|\d\d)|codex)/i.test(model);
}

/** The efforts of OpenAI's models that do not take all of them. */
const EFFORTS_OF: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^o\d/, ['low', 'medium', 'high']],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5-codex/, ['low', 'medium', 'high']],
  [/^gpt-5(?!\.)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5\.1-codex-max/, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.1/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\./, ['none', 'low', 'medium', 'high', 'xhigh']],
];

/** The least effort from the given one on that an OpenAI model takes, else its most; others are answered with 400. */
export function fitOpenAiEffort(model: string, effort: Effort): Effort {
  const name = model.replace(/^openai\//i, '').toLowerCase();
  const taken = EFFORTS_OF.find(([pattern]) => pattern.test(name))?.[1] ?? EFFORTS;
  const given = EFFORTS.indexOf(effort);
  return taken.find((each) => EFFORTS.indexOf(each) >= given) ?? taken.at(-1) ?? effort;
}

export interface ClaudeRules {
  /** Refuses temperature, top_p and top_k. */
  readonly refusesSampling: boolean;
  /** Takes thinking {type: adaptive} and an effort instead of a budget. */
  readonly adaptive: boolean;
  /** Refuses tool_choice any and tool. */
  readonly refusesForcedTool: boolean;
  /** Refuses conversations that end with the assistant. */
  readonly refusesPrefill: boolean;
  /** Refuses temperature and top_p in one request. */
  readonly oneSamplingParameter: boolean;
  /** Knows output_config.format. */
  readonly structuredOutput: boolean;
  /** What is sent as max_tokens, which is required, when the client set no limit. */
  readonly defaultMaxTokens: number;
}

/** Family and version of a Claude model: `claude-opus-4-7`, `claude-3-5-haiku-20241022`. */
export function claudeRules(model: string): ClaudeRules {
  const family = /(opus|sonnet|haiku|fable|mythos)/.exec(model)?.[1] ?? '';
  const digits =
    /(?:opus|sonnet|haiku|fable|mythos)-(\d)(?!\d)(?:[-.](\d)(?!\d))?/.exec(model) ??
    /claude-(\d)(?!\d)(?:[-.](\d)(?!\d))?/.exec(model);
  const version = Number(digits?.[1] ?? 9) + Number(digits?.[2] ?? 0) / 10;
  const isNew = family === 'fable' || family === 'mythos' || version >= 5;
  return {
    refusesSampling: isNew || (family === 'opus' && version >= 4.7),
    adaptive: isNew || (version >= 4.6 && family !== 'haiku'),
    refusesForcedTool:
      version >= 5.5 || ((family === 'fable' || family === 'mythos') && version >= 5.1),
    refusesPrefill: isNew || version >= 4.6,
    oneSamplingParameter: version >= 4.1,
    structuredOutput: version >= 4.1,
    defaultMaxTokens: version < 3.5 ? 4096 : version < 4 ? 8192 : 32_000,
  };
}

/** The version of a Gemini model; the newest for an alias, none for what is no Gemini. */
export function geminiVersion(model: string): number {
  if (!/gemini/.test(model)) return 0;
  return Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 9);
}

/** Gemini models from 3 on take a thinking level, those before a budget. */
export function geminiThinksByLevel(model: string): boolean {
  const version = Number(/gemini-(\d+)/.exec(model)?.[1] ?? 9);
  return version >= 3;
}

/** Gemini models before 2.5 have no thinking at all. */
export function geminiThinks(model: string): boolean {
  return !/gemini-(?:1|2\.0)/.test(model) && !/^(?:gemma|learnlm)/.test(model);
}
