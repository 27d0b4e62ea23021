import type { WireFormat } from './ir/dialect.ts';

/** A model whose name said how much it shall think. */
export interface SuffixedModel {
  /** Its name at the vendor. */
  readonly model: string;
  /** What the end of the name asks for, as members of a body. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Claude's, with the thinking of before and by effort. */
const CLAUDE = /^(claude-.+)-(thinking|low|medium|high|xhigh|max)$/;
/** OpenAI's reasoning models. */
const OPENAI = /^((?:o\d|gpt-5).*)-(none|minimal|low|medium|high|xhigh)$/;

/**
 * Reads `claude-…-thinking`, `claude-…-high` and `o4-mini-high` as new-api does: an effort behind the name of a
 * model. Undefined where the name has none that the format of the upstream can say.
 */
export function readModelSuffix(name: string, format: WireFormat): SuffixedModel | undefined {
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
