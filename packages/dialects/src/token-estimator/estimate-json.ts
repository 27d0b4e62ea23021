import { skipSpace } from '../json/scan-value.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { MEDIA_TOKENS } from './media-tokens.ts';
import {
  ADDRESS_NAME,
  FILE_NAMES,
  isAddress,
  isMedium,
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
import { sampleJson } from './sample-json.ts';
import { type PromptMedia, type ScanBudget, estimateUtf8Centitokens } from './estimate-utf8.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Bytes of one value that are scanned one by one before it is only sampled: less than a millisecond. */
const WALKED_BYTES_MAX = 131_072;
/** Bytes of a string that are scanned one by one, before the native search takes over. */
const STEPPED_BYTES = 64;

/**
 * Estimates, in centitokens, messages or inputs of any dialect in a body, without parsing: skips from string
 * to string. Content parts are recognized by their `type` or media type, and encoded bytes count as their
 * medium. Values with very many small strings are sampled, so that no body takes longer than a few
 * milliseconds; `meter` counts the scanned bytes.
 */
export function estimateJsonCentitokens(
  bytes: Uint8Array,
  member: TopLevelMember,
  meter: ScanBudget,
  walkedBytesMax = WALKED_BYTES_MAX,
): number {
  return estimateMemberCentitokens(bytes, member, meter, walkedBytesMax).centitokens;
}

/** Estimates the same, and returns the media found. */
export function estimateMemberCentitokens(
  bytes: Uint8Array,
  member: TopLevelMember,
  meter: ScanBudget,
  walkedBytesMax = WALKED_BYTES_MAX,
): WeighedMember {
  const walk: Walk = {
    bytes,
    end: member.end,
    name: member.name,
    partSeen: false,
    inSource: false,
    isPlainText: false,
    dataStart: -1,
    dataEnd: -1,
    centitokens: SEPARATOR_WEIGHT,
    partTokens: 0,
    mayBeLow: false,
    media: {
      bytes: 0,
      longBytes: 0,
      hasDocument: false,
      hasPacked: false,
      tokens: 0,
      soundTokens: 0,
      isEndless: false,
      images: 0,
      hasAddress: false,
      hasFile: false,
    },
    audioTokens: new AudioTokenCounter(),
    unnamed: [],
    meter,
    workMax: meter.bytes + walkedBytesMax,
  };
  if (walkValue(walk, member.start)) {
    walk.media.soundTokens = walk.audioTokens.tokens;
    return { centitokens: walk.centitokens, media: walk.media, hasMedia: walk.media.bytes > 0 };
  }
  const { centitokens, hasMedia } = sampleJson(bytes, member, meter);
  return { centitokens: Math.max(walk.centitokens, centitokens), media: undefined, hasMedia };
}

export interface WeighedMember {
  /** In centitokens. */
  readonly centitokens: number;
  /** The media found; undefined if the value could only be sampled. */
  readonly media: PromptMedia | undefined;
  /** Whether any bytes were treated as media. */
  readonly hasMedia: boolean;
}

interface Walk {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** The member whose value is being read. */
  name: string;
  /** A medium was counted by its type; the bytes that follow add nothing. */
  partSeen: boolean;
  /** The next type is a source's, which states how a medium is sent, not what it is. */
  inSource: boolean;
  /** The next bytes are declared as plain text. */
  isPlainText: boolean;
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
function walkValue(walk: Walk, start: number): boolean {
  const { bytes, end, meter, workMax } = walk;
  let at = start;
  let counted = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      meter.bytes += at - counted;
      if (meter.bytes > workMax) return false;
      at = weighString(walk, at);
      counted = at;
    } else {
      if (byte === COMMA) walk.centitokens += SEPARATOR_WEIGHT;
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
function weighString(walk: Walk, open: number): number {
  const { bytes, end, name } = walk;
  const close = findClose(walk, open);
  if (walk.meter.bytes > walk.workMax) return end;
  const from = open + 1;
  const to = close - 1;
  if (bytes[skipSpace(bytes, close, end)] === COLON) {
    walk.centitokens += SEPARATOR_WEIGHT;
    walk.name = readPromptName(bytes, from, to);
    if (walk.name === 'source') walk.inSource = true;
  } else if (isMedium(bytes, name, from, to)) weighMedium(walk, from, to);
  else if (!SILENT_NAMES.has(name)) {
    walk.centitokens += estimateUtf8Centitokens(bytes, from, to, walk.meter);
    if (FILE_NAMES.has(name)) {
      walk.media.hasFile = true;
      walk.media.isEndless ||= FETCHED_BY_GOOGLE.has(name);
    } else if (name === ADDRESS_NAME || isAddress(bytes, name, from)) walk.media.hasAddress = true;
    if (to - from <= PART_NAME_BYTES_MAX) weighPart(walk, from, to);
    else walk.dataStart = -1;
  }
  return close;
}

/**
 * Returns the position after the closing quote; the end if there is none, or if the search takes too long.
 */
function findClose({ bytes, end, meter, workMax }: Walk, open: number): number {
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

function weighMedium(walk: Walk, from: number, to: number): void {
  // A data URL's own type counts, even in an image part: some upstreams use it.
  const type = typeOfDataUrl(walk.bytes, from);
  if (walk.isPlainText || type === 'text')
    walk.centitokens += estimateUtf8Centitokens(walk.bytes, from, to, walk.meter);
  else {
    walk.media.hasPacked ||= !walk.partSeen || !PLAIN_MEDIA.has(walk.partTokens);
    if (!walk.partSeen) addMedium(walk, MEDIA_TOKENS.other);
    walk.media.bytes += to - from;
    if (type === 'document') walk.media.hasDocument = walk.media.hasPacked = true;
    takeBytes(walk, { start: from, end: to }, type);
  }
  walk.partSeen = false;
  walk.isPlainText = false;
  walk.dataStart = from;
  walk.dataEnd = to;
}

/** Handles a medium's bytes: audio is measured, as are bytes whose type follows later. */
function takeBytes(walk: Walk, range: { start: number; end: number }, type?: string): void {
  const { bytes, partTokens, media, partSeen } = walk;
  const isAudio = type === 'audio' || (!type && partTokens === MEDIA_TOKENS.audio);
  const isImage = type === 'image' || (!type && partTokens === MEDIA_TOKENS.image);
  if (isAudio) walk.audioTokens.add(bytes, range.start, range.end);
  else if (!isImage) media.longBytes += range.end - range.start;
  if (!type && !partSeen) walk.unnamed.push(range);
}

/** Applies a type to preceding bytes: audio is measured, anything else is not audio. */
function nameBytes(walk: Walk, tokens: number): void {
  const { dataStart: start, dataEnd: end, unnamed } = walk;
  if (tokens === MEDIA_TOKENS.audio) {
    const ranges =
      start === -1 || unnamed.at(-1)?.start === start ? unnamed : [...unnamed, { start, end }];
    for (const range of ranges) walk.audioTokens.add(walk.bytes, range.start, range.end);
    walk.unnamed = [];
  } else if (unnamed.at(-1)?.start === start) unnamed.pop();
}

/** Members by which Google fetches a medium, which may be a video. */
const FETCHED_BY_GOOGLE: ReadonlySet<string> = new Set(['file_uri', 'fileUri']);
const PACKED_MEDIA: ReadonlySet<number> = new Set([MEDIA_TOKENS.file, MEDIA_TOKENS.video]);
/** Media whose size limits their content. */
const PLAIN_MEDIA: ReadonlySet<number> = new Set([MEDIA_TOKENS.image, MEDIA_TOKENS.audio]);

function addMedium(walk: Walk, tokens: number): void {
  walk.centitokens += 100 * tokens;
  // Unidentified media count as images, too, as nothing costs more.
  if (tokens === MEDIA_TOKENS.image) walk.media.images += 1;
  else walk.media.tokens += tokens;
  if (PACKED_MEDIA.has(tokens)) walk.media.hasDocument = true;
  if (tokens === MEDIA_TOKENS.video) walk.media.isEndless = true;
  walk.partTokens = tokens;
  walk.mayBeLow = tokens === MEDIA_TOKENS.image;
}

function weighPart(walk: Walk, from: number, to: number): void {
  const { bytes, name } = walk;
  if (name === 'type') {
    if (walk.inSource) {
      walk.inSource = false;
      return;
    }
    const tokens = PART_TOKENS.get(readWord(bytes, from, to));
    walk.partSeen = tokens !== undefined;
    if (tokens !== undefined) {
      nameBytes(walk, tokens);
      addMedium(walk, tokens);
    }
    walk.dataStart = -1;
  } else if (MEDIA_TYPE_NAMES.has(name)) weighMediaType(walk, readWord(bytes, from, to));
  else {
    walk.dataStart = -1;
    if (name === 'detail' && walk.mayBeLow && readAscii(bytes, from, to) === 'low') {
      walk.mayBeLow = false;
      walk.centitokens -= 100 * (MEDIA_TOKENS.image - MEDIA_TOKENS.imageLow);
    }
  }
}

/** The media type may precede or follow its bytes. If parts have a type, that one counts. */
function weighMediaType(walk: Walk, type: string): void {
  const tokens = tokensOfMediaType(type);
  if (tokens > 0) {
    nameBytes(walk, tokens);
    if (!walk.partSeen || walk.name !== TYPED_PART_NAME) addMedium(walk, tokens);
    walk.partSeen = true;
  } else if (walk.dataStart === -1) walk.isPlainText = true;
  else {
    walk.centitokens += estimateUtf8Centitokens(
      walk.bytes,
      walk.dataStart,
      walk.dataEnd,
      walk.meter,
    );
    walk.media.bytes -= walk.dataEnd - walk.dataStart;
    walk.dataStart = -1;
  }
}
