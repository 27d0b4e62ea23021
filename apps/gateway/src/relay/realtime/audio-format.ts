import { objectOf, type RealtimeEvent } from './realtime-events.ts';

/** Base64 characters in a byte. */
const CHARACTERS_A_BYTE = 4 / 3;
/** Base64 characters of a second of G.711: 8 bits at 8,000 Hz. */
export const G711_SECOND_LENGTH = 8000 * CHARACTERS_A_BYTE;
const G711 = /g711|pcm[ua]\b/i;
/** 16 bits. */
const SAMPLE_BYTES = 2;
/**
 * Sample rates in Hz of formats without one. Source: OpenAI's client events, and Alibaba's server events of
 * October 2026 (input of 16 kHz, output of 24 kHz).
 */
const USUAL_RATE = { heardByQwen: 16_000, others: 24_000 } as const;
/** Providers offer 8,000 to 48,000 Hz (xAI, Voice Agent API); what is far from that is no rate. */
const RATES = { min: 1000, max: 192_000 } as const;

type Side = 'input' | 'output';

/** Base64 characters of a second of audio that nothing else is known of. */
export function usualSecondLength(side: Side, model: string): number {
  const isHeardByQwen = side === 'input' && /qwen/i.test(model);
  const rate = isHeardByQwen ? USUAL_RATE.heardByQwen : USUAL_RATE.others;
  return rate * SAMPLE_BYTES * CHARACTERS_A_BYTE;
}

/**
 * Returns the Base64 characters of a second of audio in the format that a session states for its input or
 * output, in either version of the API: the fewest of several. Undefined if it states none.
 */
export function secondLengthOf(
  session: RealtimeEvent['body'],
  side: Side,
  model: string,
): number | undefined {
  const usual = usualSecondLength(side, model);
  const { format } = objectOf(objectOf(session, 'audio'), side);
  const stated = [format, session[`${side}_audio_format`]].flatMap((each) => {
    if (typeof each === 'string') return [lengthOf({ type: each }, usual)];
    return typeof each === 'object' && each !== null ? [lengthOf(each, usual)] : [];
  });
  return stated.length === 0 ? undefined : Math.min(...stated);
}

interface Format {
  type?: unknown;
  /** In Hz: OpenAI's name. */
  rate?: unknown;
  /** In Hz: Alibaba's name. */
  sample_rate?: unknown;
}

function lengthOf({ type, rate, sample_rate: sampleRate }: Format, usual: number): number {
  if (typeof type === 'string' && G711.test(type)) return G711_SECOND_LENGTH;
  const rates = [rate, sampleRate]
    .map(Number)
    .filter((hertz) => hertz >= RATES.min && hertz <= RATES.max);
  return rates.length === 0 ? usual : Math.min(...rates) * SAMPLE_BYTES * CHARACTERS_A_BYTE;
}
