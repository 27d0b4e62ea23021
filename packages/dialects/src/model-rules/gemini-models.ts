import type { Sourced } from './model-rule.ts';

export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';

/** What a Gemini model takes. */
export interface GeminiFacts extends Sourced {
  /** Tokens of thinkingConfig.thinkingBudget, besides -1; 0 only where thinking can be switched off. */
  readonly budget?: { readonly least: number; readonly most: number; readonly off: boolean };
  /** As thinkingConfig.thinkingLevel, from the least to the most. */
  readonly levels?: readonly ThinkingLevel[];
  /** temperature, topP and topK have an effect, and are no mistake. */
  readonly sampling: boolean;
  /** Takes penalties, on Google's own API. */
  readonly penalties: boolean;
  /** Takes conversations that end with the model. */
  readonly modelTurnLast: boolean;
  /** Takes functions together with a response in JSON. */
  readonly jsonWithTools: boolean;
}

const THINKING = 'ai.google.dev/gemini-api/docs/thinking';
const LATEST = 'ai.google.dev/gemini-api/docs/latest-model, LibreChat-AI/agents#323';
const AI_SDK = '@ai-sdk/google 4.0.121';

const NEWEST = newest(LATEST, ['low', 'medium', 'high']);
const FAMILIES: readonly (readonly [names: RegExp, facts: GeminiFacts])[] = [
  [/^(?:gemma|learnlm)|^gemini-(?:1|2\.0|2.*-(?:image|tts))/, before3(AI_SDK, undefined)],
  [/^gemini-2\.5-pro/, before3(THINKING, { least: 128, most: 32_768, off: false })],
  [/^gemini-2\.5-flash-lite/, before3(THINKING, { least: 512, most: 24_576, off: true })],
  [/^gemini-2/, before3(THINKING, { least: 1, most: 24_576, off: true })],
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

/** What a Gemini model takes; an unlisted name is treated like the newest models. */
export function geminiFacts(model: string): GeminiFacts {
  const name = model.toLowerCase().replace(/^.*\//, '');
  const found = FAMILIES.find(([names]) => names.test(name));
  return found?.[1] ?? NEWEST;
}

/** Gemini models from 3 on take a thinking level, those before a budget. */
export function geminiThinksByLevel(model: string): boolean {
  return geminiFacts(model).levels !== undefined;
}

/** Gemini models before 2.5, and those that make images or speech, have no thinking at all. */
export function geminiThinks(model: string): boolean {
  const { levels, budget } = geminiFacts(model);
  return levels !== undefined || budget !== undefined;
}

/** The version of a Gemini model; the newest for an alias, none for what is no Gemini. */
export function geminiVersion(model: string): number {
  if (!/gemini/.test(model)) return 0;
  return Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 9);
}
