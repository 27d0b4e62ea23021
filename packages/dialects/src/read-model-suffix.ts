import type { WireFormat } from './ir/dialect.ts';

/** A model whose name specified how much it should think. */
export interface SuffixedModel {
  /** The model's name at the vendor. */
  readonly model: string;
  /** The suffix as members of a body. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Claude's, for older models' thinking and for an effort. */
const CLAUDE = /^(claude-.+)-(thinking|low|medium|high|xhigh|max)$/;
/** OpenAI's reasoning models. */
const OPENAI = /^((?:o\d|gpt-5).*)-(none|minimal|low|medium|high|xhigh)$/;
/** Gemini's before version 3, for a token budget; the next pattern is for levels since then. */
const GEMINI = /^(gemini-.+?)-(?:thinking-(\d{1,6})|(thinking|nothinking))$/;
const GEMINI_LEVEL = /^(gemini-[3-9].*)-(minimal|low|medium|high)$/;

/**
 * Reads `claude-…-thinking`, `claude-…-high`, `o4-mini-high`, `gemini-…-thinking-1024` and
 * `gemini-…-nothinking` like new-api: a suffix of the model's name specifies how much to think. Undefined if
 * the name has no suffix that the upstream's format can express.
 */
export function readModelSuffix(name: string, format: WireFormat): SuffixedModel | undefined {
  if (format === 'gemini-generate') return readGemini(name);
  const pattern = format === 'anthropic-messages' ? CLAUDE : OPENAI;
  const [, model, effort] = pattern.exec(name) ?? [];
  if (model === undefined || effort === undefined) return undefined;
  if (format === 'anthropic-messages')
    return {
      model,
      members:
        effort === 'thinking' ? { thinking: { type: 'enabled' } } : { output_config: { effort } },
    };
  if (format === 'openai-chat') return { model, members: { reasoning_effort: effort } };
  return format === 'openai-responses' ? { model, members: { reasoning: { effort } } } : undefined;
}

function readGemini(name: string): SuffixedModel | undefined {
  const thinking = (model: string, thinkingConfig: Record<string, unknown>) => ({
    model,
    members: { generationConfig: { thinkingConfig } },
  });
  const [, leveled, level] = GEMINI_LEVEL.exec(name) ?? [];
  if (leveled !== undefined)
    return thinking(leveled, { thinkingLevel: level, includeThoughts: true });
  const [, model, budget, mode] = GEMINI.exec(name) ?? [];
  if (model === undefined) return undefined;
  if (mode === 'nothinking') return thinking(model, { thinkingBudget: 0 });
  const thinkingBudget = budget === undefined ? {} : { thinkingBudget: Number(budget) };
  return thinking(model, { ...thinkingBudget, includeThoughts: true });
}
