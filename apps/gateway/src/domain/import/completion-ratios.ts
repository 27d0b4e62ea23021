import type { Family } from './source-family.ts';

/** A family of models and its completion price relative to prompts. */
type Rule = readonly [models: RegExp, ratio: number];

/** one-api: used if the option CompletionRatio has no entry. The first match wins. */
const ONE_API: readonly Rule[] = [
  [/^whisper-1$/, 0],
  [/^deepseek-chat$/, 2],
  [/^deepseek-reasoner$/, 2.19 / 0.55],
  [/^gpt-3\.5(?:-turbo$|.*0125)/, 3],
  [/^gpt-3\.5.*1106/, 2],
  [/^gpt-3\.5/, 4 / 3],
  [/^gpt-4o-2024-05-13$/, 3],
  [/^gpt-4o/, 4],
  [/^gpt-4-turbo|^gpt-4.*preview$/, 3],
  [/^gpt-4/, 2],
  [/^o1/, 4],
  [/^chatgpt-4o-latest$/, 3],
  [/^claude-3/, 5],
  [/^claude-/, 3],
  [/^mistral-|^gemini-/, 3],
  [/^deepseek-/, 2],
  [/^command$/, 2],
  [/^command-r$/, 3],
  [/^command-r-plus$/, 5],
  [/^grok-beta$/, 3],
  [/^llama3-8b-8192$/, 2],
  [/^llama3-70b-8192$/, 0.79 / 0.59],
];

/** new-api: these override the option CompletionRatio. */
const NEW_API_LOCKED: readonly Rule[] = [
  [/^gpt-4o-2024-05-13$/, 3],
  [/^gpt-5\.4-nano/, 6.25],
  [/^gpt-5\.[45]/, 6],
  [/^gpt-5/, 8],
  [/^gpt-4\.5-preview/, 2],
  [/^gpt-4-turbo/, 3],
  [/^o[13]/, 4],
  [/^chatgpt-4o-latest$/, 3],
  [/claude-3|claude-(?:sonnet|opus|haiku)-4/, 5],
  [/^mistral-/, 3],
  [/^gemini-(?:1\.5|2\.0)/, 4],
  [/^command-r$/, 3],
  [/^command-r-plus$/, 5],
  [/^command-r(?:-plus)?-08-2024$/, 4],
  [/^ERNIE-(?:Speed|Lite|Character|Functions)/, 2],
  [/^llama2-70b-4096$/, 0.8 / 0.64],
  [/^llama3-8b-8192$/, 2],
  [/^llama3-70b-8192$/, 0.79 / 0.59],
];

/** new-api until mid 2025: these take precedence over those above. */
const OLD_NEW_API_LOCKED: readonly Rule[] = [
  [/^gpt-4o-2024-05-13$/, 3],
  [/^gpt-4o/, 4],
  [/^gpt-3\.5-turbo$|^gpt-3\.5.*0125$/, 3],
  [/^gpt-3\.5.*1106$/, 2],
  [/^gpt-3\.5/, 4 / 3],
  [/claude-2|claude-instant-1/, 3],
  [/^gemini-2\.5-pro-preview/, 8],
  [/^deepseek-(?:chat|reasoner)$/, 4],
];

/** new-api: used if neither a locked family nor the option has an entry. */
const NEW_API_DEFAULT: readonly Rule[] = [
  [/-all$|-gizmo-/, 2],
  [/^gpt-4o-mini-tts/, 20],
  [/^gpt-4o/, 4],
  [/^gpt-/, 2],
  [/^gemini-2\.5-pro/, 8],
  [/^gemini-2\.5-flash-lite/, 4],
  [/^gemini-2\.5-flash-preview.*nothinking/, 4],
  [/^gemini-2\.5-flash-preview/, 3.5 / 0.15],
  [/^gemini-2\.5-flash/, 2.5 / 0.3],
  [/^gemini-3-pro-image/, 60],
  [/^gemini-3-pro/, 6],
  [/^gemini-/, 4],
  [/^command/, 4],
];

const find = (rules: readonly Rule[], model: string) =>
  rules.find(([models]) => models.test(model))?.[1];

/**
 * Returns the completion price of a model there relative to prompts, given its entry in the option
 * CompletionRatio. `isOld`: new-api from before mid 2025.
 */
export function completionRatioOf(
  { family, isOld = false }: { family: Exclude<Family, 'one-hub'>; isOld?: boolean },
  model: string,
  option: number | undefined,
): number {
  if (family === 'one-api') return option ?? find(ONE_API, model) ?? 1;
  if (model.includes('/') && option !== undefined) return option;
  const locked = isOld ? find(OLD_NEW_API_LOCKED, model) : undefined;
  return locked ?? find(NEW_API_LOCKED, model) ?? option ?? find(NEW_API_DEFAULT, model) ?? 1;
}
