import { createLookupByModel, type FiguresByModel } from './lookup-by-model.ts';

/**
 * Most output tokens of one response, including thoughts. The first matching pattern counts; a name may
 * follow the names of its host and vendor. Sources: the vendors' model pages (OpenAI "Models", Anthropic
 * "Models overview", Google "Gemini models", DeepSeek "Models & Pricing", Cohere "Models", Moonshot "Model
 * list"), read November 2026.
 */
const OUTPUTS: FiguresByModel = [
  [/^gpt-3\.5|^gpt-4-(?:turbo|\d{4}-preview|vision)|^gpt-4o-2024-05-13/, 4096],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4(?:-\d|$)/, 8192],
  [/^(?:chat)?gpt-4o|^gpt-4\.5|^gpt-5[\d.]*-chat|^(?:davinci|babbage)-002/, 16_384],
  [/^gpt-4\.1|^o1-preview/, 32_768],
  [/^o1-mini/, 65_536],
  [/^o\d/, 100_000],
  [/^gpt-\d[\d.]*-pro/, 272_000],
  [/^gpt-[5-9]/, 128_000],
  [/^claude-(?:[12]|instant|3-(?:opus|sonnet|haiku))/, 4096],
  [/^claude-3-5/, 8192],
  [/^claude-opus-4(?:-[01](?!\d)|-2|@|$)/, 32_000],
  [/^claude-(?:opus-4-5|sonnet-4(?:-5)?(?:-\d{8}|@|$)|haiku-4)/, 64_000],
  [/^claude-/, 128_000],
  [/^gemini-(?:1|2\.0)|^gemma-[12]/, 8192],
  [/^gemini-[23]/, 65_536],
  [/^deepseek-(?:flash|v4)/, 393_216],
  [/^command-(?:r|light)/, 4096],
  [/^command-a-03/, 8192],
  [/^(?:kimi|moonshot)/, 262_144],
];

/** Default for unlisted models. */
const UNLISTED_OUTPUT = 131_072;

const outputOf = createLookupByModel(OUTPUTS);

/** Returns the most output tokens of a model; `unlisted` for unknown models. */
export function maxOutputOf(model: string, unlisted = UNLISTED_OUTPUT): number {
  return outputOf(model) ?? unlisted;
}
