import type { Sourced } from './model-rule.ts';

export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';

/** What a Gemini model accepts. */
export interface GeminiFacts extends Sourced {
  /**
   * Range of thinkingConfig.thinkingBudget in tokens, in addition to -1; 0 is accepted only if thinking can
   * be disabled (`canDisable`).
   */
  readonly budget?: {
    readonly minimum: number;
    readonly maximum: number;
    readonly canDisable: boolean;
  };
  /** Values of thinkingConfig.thinkingLevel, from least to most. */
  readonly levels?: readonly ThinkingLevel[];
  /** temperature, topP and topK have an effect and are not errors. */
  readonly sampling: boolean;
  /** Accepts penalties, on Google's own API. */
  readonly penalties: boolean;
  /** Accepts conversations that end with the model. */
  readonly modelTurnLast: boolean;
  /** Accepts functions together with a JSON response format. */
  readonly jsonWithTools: boolean;
}

const THINKING = 'ai.google.dev/gemini-api/docs/thinking';
const LATEST = 'ai.google.dev/gemini-api/docs/latest-model, LibreChat-AI/agents#323';
const AI_SDK = '@ai-sdk/google 4.0.121';

const NEWEST = newest(LATEST, ['low', 'medium', 'high']);
const FAMILIES: readonly (readonly [names: RegExp, facts: GeminiFacts])[] = [
  [/^(?:gemma|learnlm)|^gemini-(?:1|2\.0|2.*-(?:image|tts))/, before3(AI_SDK, undefined)],
  [/^gemini-2\.5-pro/, before3(THINKING, { minimum: 128, maximum: 32_768, canDisable: false })],
  [
    /^gemini-2\.5-flash-lite/,
    before3(THINKING, { minimum: 512, maximum: 24_576, canDisable: true }),
  ],
  [/^gemini-2/, before3(THINKING, { minimum: 1, maximum: 24_576, canDisable: true })],
  [/^gemini-3-pro/, from3(AI_SDK, ['low', 'high'])],
  [/^gemini-3\.1-pro/, from3(AI_SDK, ['low', 'medium', 'high'])],
  [/^gemini-3\.5-flash-lite/, newest(LATEST, ['minimal', 'low', 'medium', 'high'])],
  [/^gemini-3(?:\.[1-5])?-flash/, from3(AI_SDK, ['minimal', 'low', 'medium', 'high'])],
  [/^gemini-3(?:\.[0-5])?(?!\.|\d)/, from3(AI_SDK, ['low', 'medium', 'high'])],
  [/^gemini-3/, NEWEST],
  [/^gemini-4-hydrogen/, newest(AI_SDK, ['low', 'medium', 'high', 'xhigh'])],
];

function before3(source: string, budget: GeminiFacts['budget']): GeminiFacts {
  return {
    ...(budget ? { budget } : {}),
    sampling: true,
    penalties: budget === undefined,
    modelTurnLast: true,
    jsonWithTools: false,
    source,
    checked: '2026-11',
  };
}

function from3(source: string, levels: readonly ThinkingLevel[]): GeminiFacts {
  return {
    levels,
    sampling: true,
    penalties: true,
    modelTurnLast: true,
    jsonWithTools: true,
    source,
    checked: '2026-11',
  };
}

function newest(source: string, levels: readonly ThinkingLevel[]): GeminiFacts {
  return { ...from3(source, levels), sampling: false, modelTurnLast: false };
}

/** Returns what a Gemini model accepts; an unlisted name is treated like the newest models. */
export function geminiFacts(model: string): GeminiFacts {
  const name = model.toLowerCase().replace(/^.*\//, '');
  const family = FAMILIES.find(([names]) => names.test(name));
  return family?.[1] ?? NEWEST;
}

/** Returns whether a Gemini model takes a thinking level (from 3 on) instead of a budget. */
export function geminiThinksByLevel(model: string): boolean {
  return geminiFacts(model).levels !== undefined;
}

/**
 * Returns whether a Gemini model can think: models before 2.5, and those that generate images or speech,
 * cannot.
 */
export function geminiThinks(model: string): boolean {
  const { levels, budget } = geminiFacts(model);
  return levels !== undefined || budget !== undefined;
}

/** Returns the version of a Gemini model; the newest for an alias, none for other models. */
export function geminiVersion(model: string): number {
  if (!/gemini/.test(model)) return 0;
  return Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 9);
}
