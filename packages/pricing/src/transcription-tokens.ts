/**
 * The substitute for prompt tokens where speech is priced by time: 1,000 a minute, by started
 * seconds. Speech made from text has its characters instead. A length that can't be is 0.
 */
export function transcriptionTokens(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.round((Math.ceil(seconds) * 1000) / 60) : 0;
}
