import type { ChargeRow } from './money-snapshot.ts';
import type { MediaClaim, MediaLimits } from './media-limits.ts';
import type { MediaModel, MediaPlan } from './media-plan.ts';

/** The outcome of a call for images or audio. */
interface MediaFacts {
  plan: MediaPlan;
  /** What the upstream was asked for; undefined if the call did not reach it. */
  limits: MediaLimits | undefined;
  /** What it really used. */
  used: MediaClaim | undefined;
  /** Whether the response reports that. */
  isReported: boolean;
  isWhole: boolean;
}

/** Returns what is wrong with the charge of a call for images or audio; undefined if all is well. */
export function findMediaFault(call: MediaFacts, rows: readonly ChargeRow[]): string | undefined {
  const { plan, limits, isWhole } = call;
  const [row] = rows;
  if (rows.length > 1) return 'it is charged twice';
  if (!limits) return row ? 'it never got to an upstream and is charged' : undefined;
  const isBroken = ['cuts', 'malformed', 'fails'].includes(plan.behaviour);
  if (!row) {
    if (isWhole && !isBroken) return 'what was delivered is free';
    return isBroken || plan.behaviour === 'exceeds'
      ? undefined
      : 'the provider bills it and nobody pays';
  }
  if (row.quota > Number(row.other['reserved'])) return 'it is charged more than was reserved';
  const { used } = call;
  if (!used || plan.behaviour !== 'honest' || !isWhole) return undefined;
  const due = dueOf(call, used);
  if (due !== undefined && row.quota !== due)
    return `what an honest upstream used costs ${due}, not ${row.quota}`;
  return undefined;
}

/** Computes quota by the price page, from what was used; half a quota per USD per million tokens. */
function dueOf({ plan, isReported }: MediaFacts, used: MediaClaim): number | undefined {
  const tokens = (text: number, media: number, output: number) =>
    Math.max(
      1,
      Math.round(
        (used.textTokens * text + used.mediaTokens * media + used.outputTokens * output) / 2,
      ),
    );
  const dues: Readonly<Record<MediaModel, () => number | undefined>> = {
    'dall-e-3': () => Math.round(20_000 * used.images * pictureFactor(plan)),
    'gpt-image-1': () => tokens(5, 10, 40),
    'gpt-image-1-mini': () => tokens(2, 2.5, 8),
    'tts-1': () => Math.round((plan.address.length + 1 + plan.words * 5) * 7.5),
    'gpt-4o-mini-tts': () => (isReported ? tokens(0.6, 0, 12) : undefined),
    'whisper-1': () => Math.round((Math.ceil(plan.seconds) * 1000) / 60) * 3,
    'gpt-4o-transcribe': () => tokens(2.5, 6, 10),
  };
  return dues[plan.model]();
}

/** Wide (1792x1024) and HD images cost twice as much, both together three times. */
function pictureFactor({ size, quality }: Pick<MediaPlan, 'size' | 'quality'>): number {
  if (size !== '1792x1024') return quality === 'hd' ? 2 : 1;
  return quality === 'hd' ? 3 : 2;
}
