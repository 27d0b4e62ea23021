import type { UsageClaim } from '@tollgate/contract';
import type { MediaReport, MediaWork } from '@tollgate/dialects';
import { billMedia, computeCharge, type Price, reserveMedia } from '@tollgate/pricing';
import { clampUsage, COUNT_SLACK, UNASKED_TOKENS } from './usage-bounds.ts';

/** Providers bill a minimum for short recordings, and each counts silence differently. */
const SECONDS_SLACK = 30;
/** Tokens per second of audio, input and transcript together. */
const TOKENS_A_SECOND_MAX = 25;

/** What limits the plausible usage of a media call. */
export interface MediaBounds {
  price: Price;
  work: MediaWork;
  /** The body sent to the upstream. */
  sent: { readonly body: { readonly length: number } };
  /** What is reserved; a session reserves for all its recordings together. */
  reserved?: { readonly promptTokens: number; readonly amount: number };
}

/**
 * Limits the usage that an upstream reported for images or audio to what was requested: tokens by the
 * estimate of the work, seconds by the recording's length and size, and all of it by the reservation. `claim`
 * is the report if it exceeded that.
 */
export function boundReport(
  report: MediaReport,
  bounds: MediaBounds,
): { media: MediaReport; claim?: UsageClaim } {
  const { price, work, sent, reserved } = bounds;
  const limits = reserveMedia(price, work);
  const secondsMax = work.unit === 'transcript' ? longest(work) : 0;
  const audioTokens = secondsMax * TOKENS_A_SECOND_MAX;
  const promptTokens = Math.max(limits.promptTokens, reserved?.promptTokens ?? sent.body.length);
  const believed = clampReport(report, price, {
    seconds: secondsMax,
    prompt: Math.max(promptTokens, audioTokens) + UNASKED_TOKENS,
    completion: Math.max(Math.ceil(limits.maxCompletionTokens * COUNT_SLACK), audioTokens),
  });
  if (!reserved) return believed;
  const { usage, callFactor } = billMedia(price, work, believed.media);
  if (computeCharge(price, usage, callFactor) <= reserved.amount) return believed;
  return clampReport(report, price, {
    seconds: limits.seconds,
    prompt: reserved.promptTokens,
    completion: limits.maxCompletionTokens,
  });
}

interface ReportBounds {
  seconds: number;
  prompt: number;
  completion: number;
}

function clampReport(
  report: MediaReport,
  price: Price,
  { seconds, prompt, completion }: ReportBounds,
): { media: MediaReport; claim?: UsageClaim } {
  const isTooLong = report.seconds !== undefined && report.seconds > seconds;
  const media = isTooLong ? { ...report, seconds } : report;
  const ofSeconds = isTooLong ? { claim: { seconds: report.seconds } } : {};
  // A price per call does not depend on tokens.
  if (!report.usage || price.kind === 'call') return { media, ...ofSeconds };
  const callFactor = Number.MAX_SAFE_INTEGER;
  const { usage, claim } = clampUsage(report.usage, { prompt, completion, callFactor });
  if (!claim) return { media, ...ofSeconds };
  return { media: { ...media, usage }, claim: { ...claim, ...ofSeconds.claim } };
}

/**
 * Returns the longest plausible duration in seconds: as measured, with some tolerance for providers' counts,
 * or as its bytes can contain.
 */
function longest({ seconds, secondsMax = 0 }: TranscriptWork): number {
  return Math.ceil(Math.max(seconds * COUNT_SLACK + SECONDS_SLACK, secondsMax));
}

type TranscriptWork = Extract<MediaWork, { unit: 'transcript' }>;
