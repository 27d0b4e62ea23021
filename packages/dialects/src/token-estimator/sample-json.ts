import { skipSpace } from '../json/scan-value.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { MEDIA_TOKENS } from './media-tokens.ts';
import {
  BASE64_NAMES,
  isMedium,
  MEDIA_BYTES_MIN,
  NAME_BYTES_MAX,
  PART_NAME_BYTES_MAX,
  PART_TOKENS,
  readAscii,
  readPromptName,
  SEPARATOR_WEIGHT,
  SILENT_NAMES,
  typeOfDataUrl,
} from './prompt-parts.ts';
import { BYTE_PAIRS, BYTE_WEIGHT_MIN, type ScanBudget } from './estimate-utf8.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LINE_FEED = 0x0a;
/** Any character that escapes nothing. */
const PLAIN = 0x2f;

const WINDOWS = 1024;
const WINDOW_BYTES = 128;
/** With fewer windows of readable text, the value is sampled again with more windows. */
const READABLE_WINDOWS_MIN = 256;
const FINER_MAX = 4;
/** Quotes tried before a gap is assumed to lie inside a text that itself contains JSON. */
const QUOTES_TRIED = 8;
const BACKSLASHES_MAX = 32;
const SPACES_MAX = 64;
/** Bytes searched after a type for its medium's bytes, and before bytes for their type. */
const NEAR_BYTES = 200;
const BEFORE_BYTES = 100;
const URL_TYPE_BYTES = 16;

type StringKind = 'text' | 'name' | 'silent' | 'medium';

/**
 * Estimates a large JSON value in centitokens, from windows spread evenly over its bytes. The quotes before a
 * window show what it is in, which is weighed as in a complete scan: text by its characters, names and items
 * at a fixed weight, signatures not at all, and a medium once, whichever window hits it. Inspects a fixed
 * number of bytes; gaps are only searched for quotes, with the native search and each byte once.
 */
export function sampleJson(bytes: Uint8Array, range: ByteRange, meter: ScanBudget): SampledJson {
  const first = sampleWindows(bytes, range, meter, WINDOWS);
  const readable = first.readableBytes / WINDOW_BYTES;
  if (readable >= READABLE_WINDOWS_MIN) return first.result();
  // Nearly all is media, where windows have no weight.
  const finer = Math.min(FINER_MAX, Math.ceil(WINDOWS / Math.max(1, readable)));
  return sampleWindows(bytes, range, meter, WINDOWS * finer).result();
}

/** The estimate in centitokens, and whether media were found. */
export interface SampledJson {
  readonly centitokens: number;
  readonly hasMedia: boolean;
}

function sampleWindows(
  bytes: Uint8Array,
  { start, end }: ByteRange,
  meter: ScanBudget,
  windows: number,
): JsonSampler {
  const sampler = new JsonSampler(bytes, { start, end }, (end - start) / windows, meter);
  for (let index = 0; index < windows; index++) {
    const from = start + Math.floor(((end - start) * index) / windows);
    if (from < sampler.at) continue;
    sampler.seek(from);
    sampler.estimateTo(Math.min(end, from + WINDOW_BYTES));
  }
  return sampler;
}

class JsonSampler {
  /** Position up to which bytes have been read. */
  at: number;
  /** Bytes in windows that a model reads. */
  readableBytes = 0;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  readonly #stride: number;
  readonly #meter: ScanBudget;
  #inString = false;
  #kind: StringKind = 'text';
  /** The member to which the current text belongs. */
  #name = '';
  /** Start of the current string. */
  #stringStart = 0;
  /** End of the current medium. */
  #mediumEnd = 0;
  /** Weight of the windows, and their bytes. */
  #centitokens = 0;
  #seen = 0;
  /** Weight of what is counted as a whole. */
  #media = 0;

  constructor(bytes: Uint8Array, { start, end }: ByteRange, stride: number, meter: ScanBudget) {
    this.at = start;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#stride = stride;
    this.#meter = meter;
  }

  /**
   * Extrapolates to all bytes. Readable bytes have a minimum weight, as somebody may know the positions of
   * the windows.
   */
  result(): SampledJson {
    const scale = (this.#end - this.#start) / this.#seen;
    const least = this.readableBytes * BYTE_WEIGHT_MIN;
    const centitokens = Math.ceil(scale * Math.max(this.#centitokens, least) + this.#media);
    return { centitokens, hasMedia: this.#media > 0 };
  }

  /** Skips a gap. If it contains no quote, the state is unchanged. */
  seek(to: number): void {
    if (to < this.#mediumEnd) {
      this.at = to;
      return;
    }
    const gap = this.#bytes.subarray(this.at, to);
    let before = gap.length;
    for (let tries = 0; tries < QUOTES_TRIED; tries++) {
      const quote = before > 0 ? gap.lastIndexOf(QUOTE, before - 1) : -1;
      if (quote === -1) break;
      if (this.#isDelimiter(this.at + quote)) {
        this.#take(this.at + quote);
        this.at = to;
        return;
      }
      before = quote;
    }
    // Escaped quotes only occur inside a text.
    if (before < gap.length) this.#enter('text');
    this.at = to;
  }

  /** Updates the state after a quote that delimits a string. */
  #take(quote: number): void {
    if (this.#isOpeningQuote(quote)) this.#open(quote);
    else this.#inString = false;
  }

  /** Weighs the bytes from the current position up to `to`. */
  estimateTo(to: number): void {
    const from = this.at;
    const isMediumOnly = to < this.#mediumEnd;
    if (!isMediumOnly) this.#weighBytes(from, to);
    this.#meter.bytes += isMediumOnly ? 1 : to - from;
    this.#seen += to - from;
    this.at = to;
  }

  #weighBytes(from: number, to: number): void {
    const bytes = this.#bytes;
    let before = from > this.#start ? (bytes[from - 1] as number) : LINE_FEED;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      const isText = this.#inString && this.#kind === 'text';
      if (!this.#inString || isText || this.#kind === 'name') this.readableBytes++;
      if (byte === QUOTE && !(this.#inString && before === BACKSLASH)) {
        if (this.#inString) this.#close(at);
        else this.#open(at);
        before = LINE_FEED;
        continue;
      }
      if (isText) this.#centitokens += BYTE_PAIRS[(before << 8) | byte] as number;
      else if (byte === COMMA && !this.#inString) this.#centitokens += SEPARATOR_WEIGHT;
      // The second of two backslashes escapes nothing.
      before = byte === BACKSLASH && before === BACKSLASH ? PLAIN : byte;
    }
  }

  #enter(kind: StringKind): void {
    this.#inString = true;
    this.#kind = kind;
  }

  /** Starts a string; the name before it determines its kind. */
  #open(quote: number): void {
    this.#inString = true;
    this.#stringStart = quote + 1;
    const name = this.#nameOf(quote);
    this.#name = name ?? '';
    if (name === undefined) this.#kind = this.#isName(quote) ? 'name' : 'text';
    else if (SILENT_NAMES.has(name)) this.#kind = 'silent';
    else this.#kind = this.#takeMedium(quote, name) ? 'medium' : 'text';
  }

  #close(quote: number): void {
    this.#inString = false;
    if (this.#kind === 'name') this.#centitokens += SEPARATOR_WEIGHT;
    else if (this.#kind === 'text' && this.#name === 'type') this.#takeType(quote);
    this.#kind = 'text';
    this.#name = '';
  }

  /** Counts a part without adjacent bytes by its type. */
  #takeType(quote: number): void {
    const from = this.#stringStart;
    if (quote - from > PART_NAME_BYTES_MAX) return;
    const tokens = PART_TOKENS.get(this.#read(from, quote));
    if (tokens === undefined) return;
    const after = this.#read(quote, Math.min(this.#end, quote + NEAR_BYTES));
    if (!/base64|"data"|"file_data"/.test(after)) this.#centitokens += 100 * tokens;
  }

  /**
   * Counts a medium once, whichever window hits it. Small ones are hit at random, so each hit represents
   * others.
   */
  #takeMedium(quote: number, name: string): boolean {
    const from = quote + 1;
    if (!BASE64_NAMES.has(name) && this.#bytes[from] !== 0x64) return false;
    const closingQuote = this.#bytes.indexOf(QUOTE, from);
    const to = closingQuote === -1 ? this.#end : Math.min(closingQuote, this.#end);
    if (BASE64_NAMES.has(name)) this.#meter.bytes += MEDIA_BYTES_MIN;
    if (!isMedium(this.#bytes, name, from, to)) return false;
    // A data URL states its own type; for other bytes, the preceding text does.
    const isUrl = this.#bytes[from + 4] === COLON;
    if (isUrl && typeOfDataUrl(this.#bytes, from, to) === 'text') return false;
    const neighbourhood = isUrl
      ? this.#read(from, from + URL_TYPE_BYTES)
      : this.#read(Math.max(0, quote - BEFORE_BYTES), quote);
    if (neighbourhood.includes('"text/')) return false;
    this.#mediumEnd = to;
    const probability = Math.min(1, (to - from + WINDOW_BYTES) / this.#stride);
    this.#media += (100 * tokensNear(neighbourhood)) / probability;
    return true;
  }

  /** Returns the name of the member whose value starts at a quote; undefined for names and list items. */
  #nameOf(quote: number): string | undefined {
    const colon = this.#before(quote);
    if (this.#bytes[colon] !== COLON) return undefined;
    const close = this.#before(colon);
    if (this.#bytes[close] !== QUOTE) return undefined;
    const floor = Math.max(0, close - NAME_BYTES_MAX);
    let open = close - 1;
    while (open > floor && this.#bytes[open] !== QUOTE) open--;
    this.#meter.bytes += close - open;
    return readPromptName(this.#bytes, open + 1, close);
  }

  /** Returns whether the string that opens at a quote is followed by a colon. */
  #isName(quote: number): boolean {
    const limit = Math.min(this.#end, quote + NAME_BYTES_MAX);
    let at = quote + 1;
    while (at < limit && this.#bytes[at] !== QUOTE) at += this.#bytes[at] === BACKSLASH ? 2 : 1;
    this.#meter.bytes += at - quote;
    return at < limit && this.#bytes[this.#after(at)] === COLON;
  }

  /** Returns whether a quote delimits a string; inside a text it is escaped. */
  #isDelimiter(quote: number): boolean {
    const floor = Math.max(0, quote - BACKSLASHES_MAX);
    let at = quote - 1;
    while (at >= floor && this.#bytes[at] === BACKSLASH) at--;
    this.#meter.bytes += quote - at;
    return (quote - 1 - at) % 2 === 0;
  }

  /** Returns whether a string begins, rather than ends, at a quote, judging by its neighbors. */
  #isOpeningQuote(quote: number): boolean {
    const canOpen = isOpener(this.#bytes[this.#before(quote)]);
    const canClose = isCloser(this.#bytes[this.#after(quote)]);
    if (canOpen !== canClose) return canOpen;
    // The text begins or ends with JSON punctuation: the next quote is then of the opposite kind.
    const limit = Math.min(this.#end, quote + NEAR_BYTES);
    let next = quote + 1;
    while (next < limit && this.#bytes[next] !== QUOTE) {
      next += this.#bytes[next] === BACKSLASH ? 2 : 1;
    }
    this.#meter.bytes += next - quote;
    return next >= limit || isCloser(this.#bytes[this.#after(next)]);
  }

  /** Returns the position of the last preceding byte that is not whitespace. */
  #before(position: number): number {
    const floor = Math.max(0, position - SPACES_MAX);
    let at = position - 1;
    while (at > floor && (this.#bytes[at] as number) <= 0x20) at--;
    this.#meter.bytes += position - at;
    return at;
  }

  /** Returns the position of the next byte that is not whitespace. */
  #after(position: number): number {
    const limit = Math.min(this.#end, position + SPACES_MAX);
    const at = skipSpace(this.#bytes, position + 1, limit);
    this.#meter.bytes += at - position;
    return at;
  }

  #read(from: number, to: number): string {
    this.#meter.bytes += to - from;
    return readAscii(this.#bytes, from, to);
  }
}

function isOpener(byte: number | undefined): boolean {
  return byte === COLON || byte === COMMA || byte === OPEN_BRACKET || byte === OPEN_BRACE;
}

function isCloser(byte: number | undefined): boolean {
  return byte === COLON || byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE;
}

/** Returns the tokens of a medium, by the words around it. */
function tokensNear(nearbyText: string): number {
  if (nearbyText.includes('image')) return MEDIA_TOKENS.image;
  if (nearbyText.includes('audio')) return MEDIA_TOKENS.audio;
  if (nearbyText.includes('video')) return MEDIA_TOKENS.video;
  if (/file|document|application/.test(nearbyText)) return MEDIA_TOKENS.file;
  return MEDIA_TOKENS.other;
}
