import type { UsageClaim } from '@tollgate/contract';
import type { MediaReport, MediaWork } from '@tollgate/dialects';
import { type Price, reserveMedia } from '@tollgate/pricing';
import { clampUsage, COUNT_SLACK, UNASKED_TOKENS } from './usage-bounds.ts';

/** Bytes per second of the most tightly compressed speech: 4 kbit/s. */
const BYTES_A_SECOND_MIN = 500;
/** Providers bill at least so much of a short one, and count silence in their own way. */
const SECONDS_SLACK = 30;
/** Tokens of a second of audio, input and transcript together. */
const TOKENS_A_SECOND_MAX = 25;

/** A media call, as far as it bounds what an upstream can have used. */
export interface BoundedMedia {
  price: Price;
  work: MediaWork;
  /** What the upstream was sent. */
  sent: { readonly body: { readonly length: number } };
}

/**
 * The usage that an upstream reported for images or audio, bounded by what was asked for: tokens by
 * the estimate of the work, seconds by the recording's own length and size. `claim` is what was
 * reported beyond that.
 */
export function boundReport(
  report: MediaReport,
  { price, work, sent }: BoundedMedia,
): { media: MediaReport; claim?: UsageClaim } {
  const secondsMax = work.unit === 'transcript' ? longest(work.seconds, sent.body.length) : 0;
  const isTooLong = report.seconds !== undefined && report.seconds > secondsMax;
  const media = isTooLong ? { ...report, seconds: secondsMax } : report;
  const ofSeconds = isTooLong ? { claim: { seconds: report.seconds } } : {};
  // Tokens mean nothing to a price per call.
  if (!report.usage || price.kind === 'call') return { media, ...ofSeconds };
  const limits = reserveMedia(price, work);
  const ofSound = secondsMax * TOKENS_A_SECOND_MAX;
  const { usage, claim } = clampUsage(report.usage, {
    prompt: Math.max(sent.body.length, limits.promptTokens, ofSound) + UNASKED_TOKENS,
    completion: Math.max(Math.ceil(limits.maxCompletionTokens * COUNT_SLACK), ofSound),
    callFactor: Number.MAX_SAFE_INTEGER,
  });
  if (!claim) return { media, ...ofSeconds };
  return { media: { ...media, usage }, claim: { ...claim, ...ofSeconds.claim } };
}

/** A recording may be longer than its header says, but hardly longer than its bytes can hold. */
function longest(seconds: number, bytes: number): number {
  return Math.ceil(Math.max(seconds * COUNT_SLACK + SECONDS_SLACK, bytes / BYTES_A_SECOND_MIN));
}
