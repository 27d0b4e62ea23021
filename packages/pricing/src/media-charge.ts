import { imageFactors } from './image-factor.ts';
import { inputImageTokens, outputImageTokens } from './image-tokens.ts';
import type {
  MediaReport,
  MediaWork,
  ImageWork,
  SpeechWork,
  TranscriptWork,
} from './media-work.ts';
import type { CallPrice, Price } from './price.ts';
import { transcriptionTokens } from './transcription-tokens.ts';
import { emptyUsage, type Usage } from './usage.ts';

/** What a call that is not text for text is charged with: goes into computeCharge and the log. */
export interface MediaBill {
  readonly usage: Usage;
  readonly callFactor: number;
  /** What the charge was made from beyond the record of the charge itself, for the log. */
  readonly facts: Readonly<Record<string, number | string>>;
  /** The upstream reported no usage where the price needs one. */
  readonly estimated: boolean;
}

/** Limits of a call for estimateReservation. */
export interface MediaLimits {
  readonly promptTokens: number;
  readonly maxCompletionTokens: number;
  readonly callFactor: number;
  /** Of a recording; 0 for everything else. */
  readonly seconds: number;
  /** Characters or seconds alone are charged: whatever else a request says costs nothing. */
  readonly isCounted: boolean;
}

/** A second of sound in tokens: of audio input, and of generated speech (rounded up). */
const HEARD_TOKENS_A_SECOND = 10;
const SPOKEN_TOKENS_A_SECOND = 21;
/** Words of quick speech, and what punctuation and other languages add. */
const WRITTEN_TOKENS_A_SECOND = 8;
/** What an estimate of a length may be short of. */
const LENGTH_MARGIN = 2;

/**
 * The bill of a finished call. Which measure counts is decided by the price alone, never by the
 * form of response that the client chose, so that no form is cheaper than another:
 * - A price per call is multiplied, for images, by size, quality and the number of images that
 *   came (never more than requested); speech and audio files are one call.
 * - A price by tokens counts the tokens of images as reported, else by the size of the images.
 * - With an audio ratio, speech and recordings count tokens as reported, else by their length.
 * - Without one, speech counts its characters, and recordings 1,000 tokens a minute by started
 *   seconds, of the length that the upstream reports, else of the file.
 */
export function billMedia(price: Price, work: MediaWork, report: MediaReport): MediaBill {
  switch (work.unit) {
    case 'image':
      return price.kind === 'call'
        ? billImages(price, work, report)
        : billImageTokens(work, report);
    case 'speech':
      return billSpeech(price, work, report);
    case 'transcript':
      return billTranscript(price, work, report);
  }
}

/** The most that the bill of a call can come to, as far as can be known before it. */
export function reserveMedia(price: Price, work: MediaWork): MediaLimits {
  const longer = lengthen(work);
  const { usage, callFactor } = billMedia(price, longer, {});
  const isSound = price.kind === 'ratio' && work.unit !== 'image';
  const isCounted = isSound && !isPricedByAudioTokens(price);
  const margin = isSound && !isCounted ? LENGTH_MARGIN : 1;
  return {
    promptTokens: usage.promptTokens * margin,
    maxCompletionTokens: usage.completionTokens * margin,
    callFactor,
    seconds: longer.unit === 'transcript' ? longer.seconds : 0,
    isCounted,
  };
}

/** Upstreams count silence and headers in their own way, and bill so much of a short one at least. */
function lengthen(work: MediaWork): MediaWork {
  if (work.unit !== 'transcript') return work;
  const { seconds, secondsMax = seconds } = work;
  return { ...work, seconds: Math.max(seconds * 1.5 + 30, secondsMax) };
}

const isPricedByAudioTokens = (price: Price) =>
  price.kind === 'ratio' && price.factors.audioRatio !== undefined;

/** What came, where that is less than what was requested. */
const imagesOf = ({ count }: ImageWork, { images = count }: MediaReport) => Math.min(images, count);

function billImages(price: CallPrice, work: ImageWork, report: MediaReport): MediaBill {
  const { size, quality } = work;
  const count = imagesOf(work, report);
  const factors = imageFactors(price.imageFactors, { size, quality, count });
  return {
    usage: report.usage ?? emptyUsage(),
    callFactor: factors.callFactor,
    facts: {
      ...imageFacts(work, count),
      ...(factors.size === 1 ? {} : { size_factor: factors.size }),
      ...(factors.quality === 1 ? {} : { quality_factor: factors.quality }),
    },
    estimated: false,
  };
}

function billImageTokens(work: ImageWork, report: MediaReport): MediaBill {
  const count = imagesOf(work, report);
  const facts = imageFacts(work, count);
  if (report.usage) return { usage: report.usage, callFactor: 1, facts, estimated: false };
  const imageInputTokens = inputImageTokens(work.inputs);
  const usage: Usage = {
    ...emptyUsage(),
    promptTokens: work.promptTokens + imageInputTokens,
    imageInputTokens,
    completionTokens: outputImageTokens(work) * count,
  };
  return { usage, callFactor: 1, facts, estimated: true };
}

function imageFacts({ size, quality }: ImageWork, images: number) {
  return {
    images,
    ...(size === '' ? {} : { image_size: size }),
    ...(quality === '' ? {} : { image_quality: quality }),
  };
}

function billSpeech(price: Price, work: SpeechWork, { usage }: MediaReport): MediaBill {
  const { characters, promptTokens } = work;
  const facts = { characters };
  if (!isPricedByAudioTokens(price)) {
    const counted = { ...emptyUsage(), promptTokens: characters };
    return { usage: counted, callFactor: 1, facts, estimated: false };
  }
  if (usage) return { usage: asSpoken(usage), callFactor: 1, facts, estimated: false };
  const spoken = Math.ceil(work.seconds * SPOKEN_TOKENS_A_SECOND);
  const guess = { ...emptyUsage(), promptTokens, completionTokens: spoken };
  return { usage: asSpoken(guess), callFactor: 1, facts, estimated: true };
}

/** All that comes out of speech is sound, whether the upstream says so or not. */
const asSpoken = (usage: Usage): Usage => ({ ...usage, audioOutputTokens: usage.completionTokens });

function billTranscript(price: Price, work: TranscriptWork, report: MediaReport): MediaBill {
  const seconds = report.seconds ?? work.seconds;
  if (!isPricedByAudioTokens(price)) {
    const usage = { ...emptyUsage(), promptTokens: transcriptionTokens(seconds) };
    const estimated = price.kind === 'ratio' && report.seconds === undefined;
    return { usage, callFactor: 1, facts: { seconds }, estimated };
  }
  if (report.usage) return { usage: report.usage, callFactor: 1, facts: {}, estimated: false };
  const audioInputTokens = Math.ceil(seconds) * HEARD_TOKENS_A_SECOND;
  const usage: Usage = {
    ...emptyUsage(),
    promptTokens: work.promptTokens + audioInputTokens,
    audioInputTokens,
    completionTokens: report.textTokens ?? Math.ceil(seconds) * WRITTEN_TOKENS_A_SECOND,
  };
  return { usage, callFactor: 1, facts: { seconds }, estimated: true };
}
