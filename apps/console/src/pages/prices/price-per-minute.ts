/** Prompt tokens that the gateway counts for a minute of speech. */
const TOKENS_A_MINUTE = 1000;
const MILLION = 1_000_000;

/** Whether a model's recordings are charged by their length, because its upstreams count no tokens. */
export function isBilledByTime(model: string): boolean {
  return /whisper|paraformer|sensevoice|(?:^|-)asr\b/i.test(model);
}

/** Converts a price per million tokens to a price per minute; '' if it is not a number. */
export function toPerMinute(input: string | undefined): string {
  return scale(input, TOKENS_A_MINUTE / MILLION);
}

/** Converts a price per minute to a price per million tokens; returns other input unchanged. */
export function fromPerMinute(text: string): string {
  return text.trim() === '' ? '' : scale(text, MILLION / TOKENS_A_MINUTE) || text;
}

function scale(text: string | undefined, factor: number): string {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text.trim())) return '';
  const decimals = 9;
  return (Number(text) * factor).toFixed(decimals).replace(/\.?0+$/, '');
}
