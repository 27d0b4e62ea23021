import type { UpstreamFormat } from './call-plan.ts';

/** The longest completion of a model if nobody sets a limit. */
const MODEL_MAX = 16_384;

export interface RequestedLimits {
  /** The first word of the prompt. */
  address: string;
  stream: boolean;
  /** Number of completions returned. */
  completions: number;
  /** The most tokens that it may bill for all completions together. */
  tokensMax: number;
  promptTokens: number;
}

type Members = Record<string, unknown>;

/**
 * Reads a request like an upstream that bills as much as it may: ignores the case of members, and takes the
 * highest of several limits.
 */
export function readLimits(format: UpstreamFormat, path: string, body: Members): RequestedLimits {
  const config = (body['generationConfig'] ?? body) as Members;
  const texts = promptsOf(format, body);
  const choices = highest(config, ['n', 'candidatecount']) ?? 1;
  const generated = Math.max(choices, highest(config, ['best_of']) ?? 1);
  const limits = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxoutputtokens'];
  const limit = format === 'dify' ? undefined : highest(config, limits);
  return {
    address: /\d+\.\d+\.\d+\.\d+/.exec(texts[0] ?? '')?.[0] ?? '',
    stream:
      body['stream'] === true ||
      body['response_mode'] === 'streaming' ||
      path.includes('streamGenerateContent'),
    completions: choices * texts.length,
    tokensMax: Math.min(limit ?? MODEL_MAX, MODEL_MAX) * generated * texts.length,
    promptTokens: texts.reduce((sum, text) => sum + text.split(' ').length, 0),
  };
}

function promptsOf(format: UpstreamFormat, body: Members): string[] {
  if (format === 'dify') return [String(body['query'])];
  const prompt = body['prompt'];
  if (prompt !== undefined) return Array.isArray(prompt) ? prompt.map(String) : [String(prompt)];
  return [JSON.stringify(body['contents'] ?? body['messages'])];
}

function highest(members: Members, names: readonly string[]): number | undefined {
  const values = Object.entries(members)
    .filter(([name, value]) => names.includes(name.toLowerCase()) && typeof value === 'number')
    .map(([, value]) => value as number);
  return values.length === 0 ? undefined : Math.max(...values);
}
