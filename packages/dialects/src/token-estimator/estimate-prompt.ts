import type { PromptMembers } from './prompt-members.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { maxImageTokensOf } from '../limits/image-tokens.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import { countImages } from './count-images.ts';
import { countDisguisedBytes } from './disguised-bytes.ts';
import { hasUnknownLength, mayBeEndless } from './unknown-length.ts';
import { estimateMemberCentitokens } from './estimate-json.ts';
import { longestPromptOf } from './longest-prompt.ts';
import { ENDLESS_TOKENS } from './sound-tokens.ts';
import { estimateUtf8Centitokens, type ScanBudget } from './estimate-utf8.ts';

/** What surrounds the prompt in any format. */
const PROMPT_WEIGHT = 200;
/** Reservations must rather be a little high than low. */
const ESTIMATE_MARGIN = 1.1;
/** Beyond this nothing more is looked at: somebody repeats members without end. */
const WORK_MAX = 2_000_000;
/** Hundredths of tokens of a byte that is not looked at. */
const UNSEEN_WEIGHT = 30;

/** What the token estimator says of a prompt. Tokens. */
export interface PromptEstimate {
  /** What it is likely to have, rather a little more than less. */
  readonly likely: number;
  /** What no tokenizer goes beyond, less the images. */
  readonly maxWithoutImages: number;
  /** What an image counts for depends on the model. */
  readonly images: number;
  /** Some of it is kept or fetched by the provider: nobody here knows how long it is. */
  readonly isUnknown?: boolean;
  /** Of that, something counts for the longest prompt of the model. */
  readonly isLongest?: boolean;
}

/** Providers put instructions of their own before tools; all else around a prompt is shorter than its JSON. */
const TOOL_INSTRUCTIONS = 700;
const TOOL_MEMBERS = new Set(['tools', 'functions']);
/** Name what only the provider keeps. */
const KEPT_MEMBERS = new Set([
  'previous_response_id',
  'conversation',
  'cachedContent',
  'cached_content',
]);
const NULL_START = 0x6e;
const OPEN_BRACE = 0x7b;

/** Sound or a document that is told by its kind alone counts for so many times the estimate at most. */
const MEDIA_MARGIN = 7;
/** What is not known may be sound of 8 kbit/s: 32 tokens a second, which are 42 bytes of base64 a token. */
const MEDIUM_BYTES_A_TOKEN = 40;
/**
 * Where a value is only sampled: each readable byte counts at least an eighth of a token
 * (BYTE_WEIGHT_MIN).
 */
const SAMPLED_MARGIN = 8;

/**
 * Tokens that a prompt is likely to have, and the most that it can have. Tokenizers work on bytes,
 * so a byte of text is one token at most; texts that come near that exist (rare scripts, random
 * letters), and an estimate would be several times too low for them. Looks at a bounded number of
 * bytes, whatever the body; `meter` tells how many.
 */
export function estimatePrompt(
  promptMembers: PromptMembers,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  meter: ScanBudget = { bytes: 0 },
): PromptEstimate {
  let weight = PROMPT_WEIGHT;
  let most = bytes.length;
  let images = 0;
  let isUnknown = false;
  let isLongest = false;
  let isLonger = false;
  let isEndless = false;
  for (const member of members) {
    if (TOOL_MEMBERS.has(member.name)) most += TOOL_INSTRUCTIONS;
    if (isKept(bytes, member)) isLongest = true;
    const holds = promptMembers.get(member.name);
    if (holds === undefined) continue;
    const length = member.end - member.start;
    if (meter.bytes > WORK_MAX) weight += length * UNSEEN_WEIGHT;
    else if (holds === 'media') {
      const weighed = estimateMemberCentitokens(bytes, member, meter);
      weight += weighed.weight;
      const beyond = mostBeyondText(weighed, length);
      const disguised = weighed.hasMedia ? countDisguisedBytes(bytes, member, meter) : 0;
      // No more than was taken for media.
      const asText = Math.min(disguised, weighed.media?.bytes ?? -beyond);
      weight += asText * UNSEEN_WEIGHT;
      most += beyond + asText;
      images += weighed.media?.images ?? countImages(bytes, member);
      isUnknown ||= hasUnknownLength(weighed.media, bytes, member);
      isEndless ||= weighed.media?.isEndless ?? mayBeEndless(bytes, member);
      isLonger ||= (weighed.media?.longBytes ?? 0) > 0;
    } else weight += estimateUtf8Centitokens(bytes, member.start, member.end, meter);
  }
  if (isUnknown && isEndless) most += ENDLESS_TOKENS;
  else isLongest ||= isUnknown;
  const likely = tokensOfCentitokens(weight);
  isUnknown ||= isLonger || isLongest;
  return { likely, maxWithoutImages: most, images, isUnknown, isLongest };
}

/** Whether a member names a conversation, a prompt or contents that only the provider keeps. */
function isKept(bytes: Uint8Array, member: TopLevelMember): boolean {
  if (member.name === 'thread') return isContinued(bytes, member);
  // A text, or a list of such, is the prompt itself.
  if (member.name === 'prompt') return bytes[member.start] === OPEN_BRACE;
  return KEPT_MEMBERS.has(member.name) && bytes[member.start] !== NULL_START;
}

/** A thread that is continued is kept by the provider; one that is created is in the request. */
function isContinued(bytes: Uint8Array, { start, end }: TopLevelMember): boolean {
  const thread = parseJson(bytes.subarray(start, end));
  return isRecord(thread) && thread.type !== 'create';
}

/** What a call says of its prompt. */
export function promptFacts(
  { likely, maxWithoutImages, images, isUnknown, isLongest }: PromptEstimate,
  model: string,
): Pick<ClientRequest, 'promptTokensEstimate' | 'promptTokensMax' | 'images' | 'readsKept'> {
  const text = isLongest ? maxWithoutImages + longestPromptOf(model) : maxWithoutImages;
  const most = text + images * maxImageTokensOf(model);
  return {
    promptTokensEstimate: likely,
    promptTokensMax: Math.max(likely, most),
    images: images > 0 ? images : undefined,
    readsKept: isUnknown ? true : undefined,
  };
}

/** What the media of a value count for at most, less their bytes, which are no text. */
function mostBeyondText(
  { weight, media }: ReturnType<typeof estimateMemberCentitokens>,
  length: number,
): number {
  if (!media) return Math.min(0, Math.ceil((weight / 100) * SAMPLED_MARGIN) - length);
  const ofLength = Math.ceil(media.longBytes / MEDIUM_BYTES_A_TOKEN);
  return media.tokens * MEDIA_MARGIN + ofLength + media.soundTokens - media.bytes;
}

/** Whole tokens to reserve for a weight in hundredths. */
export function tokensOfCentitokens(weight: number): number {
  return Math.ceil((weight * ESTIMATE_MARGIN) / 100);
}
