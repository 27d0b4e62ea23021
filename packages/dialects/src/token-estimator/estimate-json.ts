import { skipSpace } from '../json/scan-value.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { MEDIA_TOKENS } from './media-tokens.ts';
import {
  ADDRESS_NAME,
  BASE64_NAMES,
  FILE_DATA_NAME,
  FILE_NAMES,
  isAddress,
  isMedium,
  MEDIA_BYTES_MIN,
  MEDIA_TYPE_NAMES,
  PART_NAME_BYTES_MAX,
  PART_TOKENS,
  readAscii,
  readPromptName,
  readWord,
  SEPARATOR_WEIGHT,
  SILENT_NAMES,
  TYPED_PART_NAME,
  tokensOfMediaType,
  typeOfDataUrl,
} from './prompt-parts.ts';
import { AudioTokenCounter } from './audio-tokens.ts';
import { UntypedParts } from './untyped-parts.ts';
import { sampleJson } from './sample-json.ts';
import { type PromptMedia, type ScanBudget, estimateUtf8Centitokens } from './estimate-utf8.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const NULL_START = 0x6e;

/** Bytes of one value that are scanned one by one before it is only sampled: less than a millisecond. */
const WALKED_BYTES_MAX = 131_072;
/** Bytes of a string that are scanned one by one, before the native search takes over. */
const STEPPED_BYTES = 64;

/**
 * Estimates, in centitokens, messages or inputs of any dialect in a body, without parsing: skips from string
 * to string. Content parts are recognized by their `type` or media type, and encoded bytes count as their
 * medium. Values with very many small strings are sampled, so that no body takes longer than a few
 * milliseconds; `meter` counts the scanned bytes. Also returns the media found.
 */
export function estimateMemberCentitokens(
  bytes: Uint8Array,
  member: TopLevelMember,
  meter: ScanBudget,
  walkedBytesMax = WALKED_BYTES_MAX,
): MemberEstimate {
  const state: EstimationState = {
    bytes,
    end: member.end,
    name: member.name,
    hasTypedPart: false,
    isSourceType: false,
    isPlainText: false,
    isPacked: false,
    mayBePacked: false,
    dataStart: -1,
    dataEnd: -1,
    centitokens: SEPARATOR_WEIGHT,
    partTokens: 0,
    mayBeLow: false,
    media: {
      bytes: 0,
      longBytes: 0,
      hasDocument: false,
      hasCompressedMedia: false,
      tokens: 0,
      audioTokensMax: 0,
      mayFillContext: false,
      images: 0,
      hasAddress: false,
      hasFile: false,
      untyped: undefined,
    },
    audioTokens: new AudioTokenCounter(),
    unnamed: [],
    meter,
    workMax: meter.bytes + walkedBytesMax,
  };
  if (estimateValue(state, member.start)) {
    state.media.audioTokensMax = state.audioTokens.tokens;
    state.media.hasCompressedMedia ||= state.mayBePacked;
    return { centitokens: state.centitokens, media: state.media, hasMedia: state.media.bytes > 0 };
  }
  const { centitokens, hasMedia } = sampleJson(bytes, member, meter);
  return { centitokens: Math.max(state.centitokens, centitokens), media: undefined, hasMedia };
}

export interface MemberEstimate {
  /** In centitokens. */
  readonly centitokens: number;
  /** The media found; undefined if the value could only be sampled. */
  readonly media: PromptMedia | undefined;
  /** Whether any bytes were treated as media. */
  readonly hasMedia: boolean;
}

interface EstimationState {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** The member whose value is being read. */
  name: string;
  /** A medium was counted by its type; the bytes that follow add nothing. */
  hasTypedPart: boolean;
  /** The next type is a source's, which states how a medium is sent, not what it is. */
  isSourceType: boolean;
  /** The next bytes are declared as plain text, or as a document or video. */
  isPlainText: boolean;
  isPacked: boolean;
  /** The last bytes could not be told from text, and their type may follow. */
  mayBePacked: boolean;
  /** The last string that was treated as a medium because of its name. */
  dataStart: number;
  dataEnd: number;
  centitokens: number;
  /** Tokens of the medium whose type was read last. */
  partTokens: number;
  /** It is an image that has not been marked as cheap yet. */
  mayBeLow: boolean;
  readonly media: PromptMedia;
  readonly audioTokens: AudioTokenCounter;
  /** Media whose type is still unknown. */
  unnamed: { start: number; end: number }[];
  readonly meter: ScanBudget;
  readonly workMax: number;
}

/** Returns false if the value is too large to be scanned completely. */
function estimateValue(state: EstimationState, start: number): boolean {
  const { bytes, end, meter, workMax } = state;
  let at = start;
  let counted = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      meter.bytes += at - counted;
      if (meter.bytes > workMax) return false;
      at = estimateString(state, at);
      counted = at;
    } else {
      if (byte === COMMA) state.centitokens += SEPARATOR_WEIGHT;
      at++;
      if (at - counted > workMax) {
        meter.bytes += at - counted;
        return false;
      }
    }
  }
  meter.bytes += at - counted;
  return meter.bytes <= workMax;
}

/** Weighs the string that opens at `open` and returns its end; skips one that takes too long. */
function estimateString(state: EstimationState, open: number): number {
  const { bytes, end, name } = state;
  const close = findClose(state, open);
  if (state.meter.bytes > state.workMax) return end;
  const from = open + 1;
  const to = close - 1;
  const colon = skipSpace(bytes, close, end);
  if (bytes[colon] === COLON) {
    state.centitokens += SEPARATOR_WEIGHT;
    state.name = readPromptName(bytes, from, to);
    if (state.name === 'source') state.isSourceType = true;
    if (UntypedParts.knows(state.name) && bytes[skipSpace(bytes, colon + 1, end)] !== NULL_START)
      untypedOf(state).addName(state.name);
  } else if (isMedium(bytes, name, from, to)) {
    // A long address has the characters of base64.
    if (isAddress(bytes, name, from, to)) state.media.hasAddress = true;
    estimateMedium(state, from, to);
  } else if (!SILENT_NAMES.has(name)) {
    state.centitokens += estimateUtf8Centitokens(bytes, from, to, state.meter);
    if (FILE_NAMES.has(name)) {
      state.media.hasFile = true;
      state.media.mayFillContext ||= FETCHED_BY_GOOGLE.has(name);
    } else if (name === ADDRESS_NAME || isAddress(bytes, name, from, to))
      state.media.hasAddress = true;
    if (BASE64_NAMES.has(name)) takeReadable(state, name, to - from);
    if (to - from <= PART_NAME_BYTES_MAX) readPartMember(state, from, to);
    else state.dataStart = -1;
  }
  return close;
}

/**
 * Returns the position after the closing quote; the end if there is none, or if the search takes too long.
 */
function findClose({ bytes, end, meter, workMax }: EstimationState, open: number): number {
  let at = open + 1;
  while (meter.bytes <= workMax) {
    const from = at;
    const steppedEnd = Math.min(end, at + STEPPED_BYTES);
    while (at < steppedEnd) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        meter.bytes += at - from;
        return at + 1;
      }
      at += byte === BACKSLASH ? 2 : 1;
    }
    const quote = at < end ? bytes.indexOf(QUOTE, at) : -1;
    if (quote === -1 || quote >= end) return end;
    let unescaped = quote - 1;
    while (unescaped >= at && bytes[unescaped] === BACKSLASH) unescaped--;
    meter.bytes += STEPPED_BYTES + quote - unescaped;
    if ((quote - 1 - unescaped) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
  return end;
}

function estimateMedium(state: EstimationState, from: number, to: number): void {
  // A data URL's own type counts, even in an image part: some upstreams use it.
  const type = typeOfDataUrl(state.bytes, from, to);
  if (state.isPlainText || type === 'text')
    state.centitokens += estimateUtf8Centitokens(state.bytes, from, to, state.meter);
  else {
    state.media.hasCompressedMedia ||= !state.hasTypedPart || !PLAIN_MEDIA.has(state.partTokens);
    if (!state.hasTypedPart) addMedium(state, MEDIA_TOKENS.other);
    state.media.bytes += to - from;
    if (type === 'document') state.media.hasDocument = state.media.hasCompressedMedia = true;
    takeBytes(state, { start: from, end: to }, type);
  }
  state.hasTypedPart = false;
  state.isPlainText = state.isPacked = false;
  state.dataStart = from;
  state.dataEnd = to;
}

/** Handles bytes that look like text: lenient decoders skip all characters that base64 does not have. */
function takeReadable(state: EstimationState, name: string, length: number): void {
  const { media, isPlainText, isPacked, hasTypedPart, partTokens } = state;
  if (length >= MEDIA_BYTES_MIN && !isPlainText) {
    if (hasTypedPart && partTokens === MEDIA_TOKENS.audio) media.hasAddress = true;
    if (isPacked || name === FILE_DATA_NAME) media.hasCompressedMedia = true;
    else state.mayBePacked = true;
  }
  state.isPlainText = state.isPacked = false;
}

/** Handles a medium's bytes: audio is measured, as are bytes whose type follows later. */
function takeBytes(
  state: EstimationState,
  range: { start: number; end: number },
  type?: string,
): void {
  const { bytes, partTokens, media, hasTypedPart } = state;
  const isAudio = type === 'audio' || (!type && partTokens === MEDIA_TOKENS.audio);
  const isImage = type === 'image' || (!type && partTokens === MEDIA_TOKENS.image);
  if (isAudio) state.audioTokens.add(bytes, range.start, range.end);
  else if (!isImage) media.longBytes += range.end - range.start;
  if (!type && !hasTypedPart) state.unnamed.push(range);
}

/** Applies a type to preceding bytes: audio is measured, anything else is not audio. */
function applyTypeToBytes(state: EstimationState, tokens: number): void {
  const { dataStart: start, dataEnd: end, unnamed } = state;
  if (tokens === MEDIA_TOKENS.audio) {
    const ranges =
      start === -1 || unnamed.at(-1)?.start === start ? unnamed : [...unnamed, { start, end }];
    for (const range of ranges) state.audioTokens.add(state.bytes, range.start, range.end);
    state.unnamed = [];
  } else if (unnamed.at(-1)?.start === start) unnamed.pop();
}

const untypedOf = ({ media }: EstimationState) => (media.untyped ??= new UntypedParts());

/** Members by which Google fetches a medium, which may be a video. */
const FETCHED_BY_GOOGLE: ReadonlySet<string> = new Set(['file_uri', 'fileUri']);
const PACKED_MEDIA: ReadonlySet<number> = new Set([MEDIA_TOKENS.file, MEDIA_TOKENS.video]);
/** Media whose size limits their content. */
const PLAIN_MEDIA: ReadonlySet<number> = new Set([MEDIA_TOKENS.image, MEDIA_TOKENS.audio]);

function addMedium(state: EstimationState, tokens: number): void {
  state.centitokens += 100 * tokens;
  // Unidentified media count as images, too, as nothing costs more.
  if (tokens === MEDIA_TOKENS.image) state.media.images += 1;
  else state.media.tokens += tokens;
  if (PACKED_MEDIA.has(tokens)) state.media.hasDocument = true;
  if (tokens === MEDIA_TOKENS.video) state.media.mayFillContext = true;
  state.partTokens = tokens;
  state.mayBeLow = tokens === MEDIA_TOKENS.image;
}

function readPartMember(state: EstimationState, from: number, to: number): void {
  const { bytes, name } = state;
  if (name === 'type') {
    if (state.isSourceType) {
      state.isSourceType = false;
      return;
    }
    state.media.hasCompressedMedia ||= state.mayBePacked;
    state.mayBePacked = false;
    const type = readWord(bytes, from, to);
    const tokens = PART_TOKENS.get(type);
    if (UntypedParts.knows(type)) untypedOf(state).addType(type);
    state.hasTypedPart = tokens !== undefined;
    if (tokens !== undefined) {
      applyTypeToBytes(state, tokens);
      addMedium(state, tokens);
    }
    state.dataStart = -1;
  } else if (MEDIA_TYPE_NAMES.has(name)) applyMediaType(state, readWord(bytes, from, to));
  else {
    state.dataStart = -1;
    if (name === 'detail' && state.mayBeLow && readAscii(bytes, from, to) === 'low') {
      state.mayBeLow = false;
      state.centitokens -= 100 * (MEDIA_TOKENS.image - MEDIA_TOKENS.imageLow);
    }
  }
}

/** The media type may precede or follow its bytes. If parts have a type, that one counts. */
function applyMediaType(state: EstimationState, type: string): void {
  const tokens = tokensOfMediaType(type);
  if (state.mayBePacked) {
    state.mayBePacked = false;
    if (tokens === 0) return;
    state.media.hasCompressedMedia = true;
  }
  if (tokens > 0) {
    state.isPlainText = false;
    state.isPacked = PACKED_MEDIA.has(tokens);
    applyTypeToBytes(state, tokens);
    if (!state.hasTypedPart || state.name !== TYPED_PART_NAME) addMedium(state, tokens);
    state.hasTypedPart = true;
  } else if (state.dataStart === -1) state.isPlainText = true;
  else {
    state.centitokens += estimateUtf8Centitokens(
      state.bytes,
      state.dataStart,
      state.dataEnd,
      state.meter,
    );
    state.media.bytes -= state.dataEnd - state.dataStart;
    state.dataStart = -1;
  }
}
