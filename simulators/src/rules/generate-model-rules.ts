import type { JsonObject } from '../json-object.ts';
import type { GenerateBody } from '../gemini/generate-body.ts';
import type { Rule } from './rule.ts';

const GOOGLE = 'npm @ai-sdk/google 4.0.121 (model catalog)';
const bodyOf = (body: JsonObject) => body as GenerateBody;
const thinkingOf = (body: JsonObject) => bodyOf(body).generationConfig?.thinkingConfig ?? {};

/** Levels by model; the first match applies. */
const LEVELS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/gemini-3-pro/, ['low', 'high']],
  [/gemini-3\.1-pro/, ['low', 'medium', 'high']],
  [/gemini-3(?:\.5)?-flash/, ['minimal', 'low', 'medium', 'high']],
  [/gemini-3\.[78]-flash/, ['low', 'medium', 'high']],
];

/** Parameters that Google's models refuse. */
export const generateModelRules: readonly Rule[] = [
  {
    id: 'gemini/budget-or-level',
    vendor: 'gemini',
    refusal: 'You can only set only one of thinking budget and thinking level.',
    source: 'hex gemini_ex',
    mark: 'C',
    find(body) {
      const { thinkingBudget, thinkingLevel } = thinkingOf(body);
      return thinkingBudget !== undefined && thinkingLevel !== undefined ? [] : undefined;
    },
  },
  {
    id: 'gemini/budget-range',
    vendor: 'gemini',
    refusal: 'The thinking budget {0} is invalid. Please choose a value between {1} and {2}.',
    source:
      'ai.google.dev thinking (2.5 pro 128 to 32768, flash 0 to 24576, flash-lite 0 or 512 to 24576)',
    mark: 'D',
    find(body) {
      const { thinkingBudget: budget } = thinkingOf(body);
      if (budget === undefined || budget === -1) return undefined;
      const isPro = /gemini-2\.5-pro/.test(bodyOf(body).model);
      if (!isPro && !/gemini-2\.5-flash/.test(bodyOf(body).model)) return undefined;
      const [low, high] = isPro ? [128, 32_768] : [0, 24_576];
      return budget < low || budget > high ? [budget, low, high] : undefined;
    },
  },
  {
    id: 'gemini/levels',
    vendor: 'gemini',
    refusal:
      'Thinking level {0} is not supported for this model. Please retry with another thinking level.',
    source: `${GOOGLE}; Comfy-Org/ComfyUI#15866`,
    mark: 'I',
    find(body) {
      const level = thinkingOf(body).thinkingLevel?.toLowerCase();
      const accepted = LEVELS.find(([pattern]) => pattern.test(bodyOf(body).model))?.[1];
      return level === undefined || !accepted || accepted.includes(level)
        ? undefined
        : [level.toUpperCase()];
    },
  },
  {
    id: 'gemini/json-with-functions',
    vendor: 'gemini',
    refusal: "Function calling with a response mime type: 'application/json' is unsupported",
    source: `${GOOGLE}: JSON beside functions from Gemini 3 on`,
    mark: 'C',
    find(body) {
      const { model, tools = [], generationConfig } = bodyOf(body);
      const isJson = generationConfig?.responseMimeType === 'application/json';
      const hasFunctions = tools.some(({ functionDeclarations: list = [] }) => list.length > 0);
      return isJson && hasFunctions && /gemini-[12]/.test(model) ? [] : undefined;
    },
  },
];
