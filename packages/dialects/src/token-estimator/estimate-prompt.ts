import type { PromptMembers } from './prompt-members.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { maxImageTokensOf } from '../limits/image-tokens.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import { countImages } from './count-images.ts';
import { countMediaLikeTextBytes } from './media-like-text.ts';
import { hasUnknownLength, mayFillContext } from './unknown-length.ts';
import { estimateMemberCentitokens } from './estimate-json.ts';
import { longestPromptOf } from './longest-prompt.ts';
import { ENDLESS_TOKENS } from './audio-tokens.ts';
import { estimateUtf8Centitokens, type PromptMedia, type ScanBudget } from './estimate-utf8.ts';
import { MEDIA_TOKENS } from './media-tokens.ts';
import { findUntypedParts, type UntypedParts } from './untyped-parts.ts';

/** Overhead around the prompt in any format, in centitokens. */
const PROMPT_WEIGHT = 200;
/** Reservations should rather be slightly too high than too low. */
const ESTIMATE_MARGIN = 1.1;
/** Bytes scanned before the rest is only extrapolated: for endlessly repeated members. */
const WORK_MAX = 2_000_000;
/** Centitokens per byte that is not scanned. */
const UNSEEN_WEIGHT = 30;

/** Estimate of a prompt, in tokens. */
export interface PromptEstimate {
  /** The likely number, slightly over-estimated. */
  readonly likely: number;
  /** Upper bound for any tokenizer, without the images. */
  readonly maxWithoutImages: number;
  /** Number of images, whose tokens depend on the model. */
  readonly images: number;
  /** Part of it is stored or fetched by the provider, so that its length is unknown here. */
  readonly isUnknown?: boolean;
  /** Part of that counts as the model's longest prompt. */
  readonly isLongest?: boolean;
  /** All of that is the conversation up to an earlier response. */
  readonly continues?: boolean;
}

/** Providers insert instructions before tools; everything else around a prompt is shorter than its JSON. */
const TOOL_INSTRUCTIONS = 700;
const TOOL_MEMBERS = new Set(['tools', 'functions']);
/** Members that reference content stored only at the provider. */
const STORED_MEMBERS = new Set([
  'conversation',
  'cachedContent',
  'cached_content',
  'continuationToken',
  'continuation_token',
]);
const NULL_START = 0x6e;
const OPEN_BRACE = 0x7b;

/** Upper bound for audio or a document known only by its type, as a multiple of the estimate. */
const MEDIA_MARGIN = 7;
/** Unknown media may be audio of 8 kbit/s: 32 tokens per second, or 42 bytes of base64 per token. */
const MEDIUM_BYTES_A_TOKEN = 40;
/** For sampled values: each readable byte counts at least an eighth of a token (BYTE_WEIGHT_MIN). */
const SAMPLED_MARGIN = 8;

/**
 * Returns the likely number of a prompt's tokens, and the upper bound. Tokenizers work on bytes, so a byte of
 * text is at most one token; texts that come close to that exist (rare scripts, random letters), and an
 * estimate would be several times too low for them. Scans a limited number of bytes, whatever the body;
 * `meter` counts them.
 */
export function estimatePrompt(
  promptMembers: PromptMembers,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  meter: ScanBudget = { bytes: 0 },
): PromptEstimate {
  let centitokens = PROMPT_WEIGHT;
  let tokensMax = bytes.length;
  let images = 0;
  let isUnknown = false;
  let isLongest = false;
  let continues = false;
  let isLonger = false;
  let isEndless = false;
  for (const member of members) {
    if (TOOL_MEMBERS.has(member.name)) tokensMax += TOOL_INSTRUCTIONS;
    if (refersToStoredContent(bytes, member)) isLongest = true;
    if (continuesResponse(bytes, member)) continues = true;
    const holds = promptMembers.get(member.name);
    if (holds === undefined) continue;
    const length = member.end - member.start;
    if (meter.bytes > WORK_MAX) centitokens += length * UNSEEN_WEIGHT;
    else if (holds !== 'text') {
      const weighed = estimateMemberCentitokens(bytes, member, meter);
      centitokens += weighed.centitokens;
      const nonTextTokens = maxNonTextTokens(weighed, length);
      const disguised = weighed.hasMedia ? countMediaLikeTextBytes(bytes, member, meter) : 0;
      // At most the bytes that were treated as media.
      const asText = Math.min(disguised, weighed.media?.bytes ?? -nonTextTokens);
      centitokens += asText * UNSEEN_WEIGHT;
      tokensMax += nonTextTokens + asText;
      images += weighed.media?.images ?? countImages(bytes, member);
      isUnknown ||= hasUnknownLength(weighed.media, bytes, member);
      isEndless ||= weighed.media?.mayFillContext ?? mayFillContext(bytes, member);
      isLonger ||= (weighed.media?.longBytes ?? 0) > 0;
      const untyped = holds === 'parts' ? untypedIn(weighed.media, bytes, member) : undefined;
      if (untyped) {
        images += untyped.images;
        centitokens += 100 * MEDIA_TOKENS.image * untyped.images;
        centitokens += 100 * MEDIA_TOKENS.video * untyped.long;
        if (untyped.long > 0) isUnknown = isEndless = true;
      }
    } else centitokens += estimateUtf8Centitokens(bytes, member.start, member.end, meter);
  }
  if (isUnknown && isEndless) tokensMax += ENDLESS_TOKENS;
  else isLongest ||= isUnknown;
  const likely = tokensOfCentitokens(centitokens);
  isUnknown ||= isLonger || isLongest;
  if (!continues) return { likely, maxWithoutImages: tokensMax, images, isUnknown, isLongest };
  const facts = { likely, maxWithoutImages: tokensMax, images, isUnknown: true, isLongest: true };
  return { ...facts, continues: !isUnknown };
}

/** Returns the parts that hold a medium without stating its type; undefined if there are none. */
function untypedIn(
  media: PromptMedia | undefined,
  bytes: Uint8Array,
  member: TopLevelMember,
): UntypedParts | undefined {
  return media ? media.untyped : findUntypedParts(bytes, member);
}

/** Returns whether a member references a conversation, a prompt or contents stored only at the provider. */
function refersToStoredContent(bytes: Uint8Array, member: TopLevelMember): boolean {
  if (member.name === 'thread') return isContinued(bytes, member);
  // A string, or a list of strings, is the prompt itself.
  if (member.name === 'prompt') return bytes[member.start] === OPEN_BRACE;
  return STORED_MEMBERS.has(member.name) && bytes[member.start] !== NULL_START;
}

/** Returns whether a member names the response that the conversation continues from. */
function continuesResponse(bytes: Uint8Array, { name, start }: TopLevelMember): boolean {
  return name === 'previous_response_id' && bytes[start] !== NULL_START;
}

/** A continued thread is stored at the provider; a new one is in the request. */
function isContinued(bytes: Uint8Array, { start, end }: TopLevelMember): boolean {
  const thread = parseJson(bytes.subarray(start, end));
  return isRecord(thread) && thread.type !== 'create';
}

/** Returns the prompt's figures for a call. */
export function promptFacts(
  { likely, maxWithoutImages, images, isUnknown, isLongest, continues }: PromptEstimate,
  model: string,
): Pick<
  ClientRequest,
  | 'promptTokensEstimate'
  | 'promptTokensMax'
  | 'ownPromptTokensMax'
  | 'images'
  | 'readsStoredContent'
> {
  const requestTokens = maxWithoutImages + images * maxImageTokensOf(model);
  const tokensMax = isLongest ? requestTokens + longestPromptOf(model) : requestTokens;
  return {
    promptTokensEstimate: likely,
    promptTokensMax: Math.max(likely, tokensMax),
    images: images > 0 ? images : undefined,
    readsStoredContent: isUnknown ? true : undefined,
    ...(continues ? { ownPromptTokensMax: Math.max(likely, requestTokens) } : {}),
  };
}

/** Returns the upper bound of a value's media, minus their bytes, which are not text. */
function maxNonTextTokens(
  { centitokens, media }: ReturnType<typeof estimateMemberCentitokens>,
  length: number,
): number {
  if (!media) return Math.min(0, Math.ceil((centitokens / 100) * SAMPLED_MARGIN) - length);
  const ofLength = Math.ceil(media.longBytes / MEDIUM_BYTES_A_TOKEN);
  return media.tokens * MEDIA_MARGIN + ofLength + media.audioTokensMax - media.bytes;
}

/** Converts centitokens to whole tokens to reserve, including the margin. */
export function tokensOfCentitokens(centitokens: number): number {
  return Math.ceil((centitokens * ESTIMATE_MARGIN) / 100);
}
