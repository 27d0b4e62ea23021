/** Prompt tokens that stand for a minute of speech, as the gateway counts them. */
const TOKENS_A_MINUTE = 1000;
const MILLION = 1_000_000;

/** Models whose recordings are charged by their length: their upstreams count no tokens. */
export function isBilledByTime(model: string): boolean {
  return /whisper|paraformer|sensevoice|(?:^|-)asr\b/i.test(model);
}

/** What a minute costs, of the price for a million tokens; '' where that is no number. */
export function toPerMinute(input: string | undefined): string {
  return scale(input, TOKENS_A_MINUTE / MILLION);
}

/** The price for a million tokens that makes a minute cost so much; what is no number stays. */
export function fromPerMinute(text: string): string {
  return text.trim() === '' ? '' : scale(text, MILLION / TOKENS_A_MINUTE) || text;
}

function scale(text: string | undefined, factor: number): string {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text.trim())) return '';
  const places = 9;
  return (Number(text) * factor).toFixed(places).replace(/\.?0+$/, '');
}
