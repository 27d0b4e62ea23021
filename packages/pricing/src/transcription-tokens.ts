/**
 * Substitutes prompt tokens when speech is priced by time: 1,000 a minute, by started seconds. Text to speech
 * uses its characters instead. Returns 0 for an invalid duration.
 */
export function transcriptionTokens(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.round((Math.ceil(seconds) * 1000) / 60) : 0;
}
