import type { Script } from '../script.ts';

/** Returns usage in the format of image, speech and transcription models. */
export function mediaUsageOf(script: Script, details: Record<string, number>) {
  if (script.fault === 'no-usage') return undefined;
  const { prompt_tokens: input, completion_tokens: output } = script;
  const kinds = Object.values(details).reduce((sum, count) => sum + count, 0);
  return {
    input_tokens: input,
    input_tokens_details: { text_tokens: input - kinds, ...details },
    output_tokens: output,
    total_tokens: input + output,
  };
}
