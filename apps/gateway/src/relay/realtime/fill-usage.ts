import type { Usage } from '@tollgate/dialects';

/** Completes a reported usage: a count of 0 is none where something was sent, or delivered. */
export function fillUsage(reported: Usage, guess: Usage): { usage: Usage; estimated: boolean } {
  const isOutputMissing = reported.completionTokens === 0 && guess.completionTokens > 0;
  const isPromptMissing = reported.promptTokens === 0 && guess.promptTokens > 0;
  if (!isOutputMissing && !isPromptMissing) return { usage: reported, estimated: false };
  const { promptTokens, audioInputTokens, completionTokens, audioOutputTokens } = guess;
  const usage = {
    ...reported,
    ...(isOutputMissing ? { completionTokens, audioOutputTokens } : {}),
    ...(isPromptMissing ? { promptTokens, audioInputTokens } : {}),
  };
  return { usage, estimated: true };
}
