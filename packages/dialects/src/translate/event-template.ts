import { skipSpace, skipString } from '../json/scan-value.ts';
import { viewOf } from '../json/view-of.ts';
import { readAscii } from '../token-estimator/prompt-parts.ts';

const QUOTE = 0x22;
const COLON = 0x3a;

/** Members with text deltas, in any dialect. */
const GROWING = new Set(['text', 'delta', 'partial_json', 'thinking']);
/** A member of random characters. */
const PADDING = 'obfuscation';
const NAME_BYTES_MAX = 16;

/** A variable text of the event: the positions after its opening quote and of its closing one. */
interface VariableRange {
  readonly start: number;
  readonly end: number;
  readonly grows: boolean;
}

/**
 * A template of stream events that only add text. Nearly all events of a response differ only in text,
 * counters and padding, so one that was read in full is the template for later ones, which are compared
 * instead of parsed.
 */
export class EventTemplate {
  /** Position of the text in the bytes that last matched. */
  textStart = 0;
  textEnd = 0;
  #bytes = new Uint8Array();
  #view = new DataView(new ArrayBuffer(0));
  #variableRanges: readonly VariableRange[] = [];

  /** Learns the JSON of an event as the new template, unless it has no text or several. */
  learn(bytes: Uint8Array, start: number, end: number): void {
    const copy = bytes.slice(start, end);
    const ranges = findVariableRanges(copy);
    if (ranges.filter(({ grows }) => grows).length !== 1) return;
    this.#bytes = copy;
    this.#view = new DataView(copy.buffer, copy.byteOffset, copy.length);
    this.#variableRanges = ranges;
  }

  /** Returns whether the JSON between two positions differs only in texts, digits and padding. */
  match(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#variableRanges.length === 0) return false;
    let at = start;
    let from = 0;
    for (const { start: to, end: resume, grows } of this.#variableRanges) {
      at = this.#compare(from, to, bytes, at, end);
      if (at === -1) return false;
      const after = skipString(bytes, at - 1, end);
      if (after === -1) return false;
      if (grows) {
        this.textStart = at;
        this.textEnd = after - 1;
      }
      at = after - 1;
      from = resume;
    }
    return this.#compare(from, this.#bytes.length, bytes, at, end) === end;
  }

  /** Compares a piece of the template; returns where it ends in the bytes, or -1. */
  #compare(from: number, to: number, bytes: Uint8Array, start: number, end: number): number {
    const template = this.#bytes;
    const templateView = this.#view;
    const view = viewOf(bytes);
    let index = from;
    let at = start;
    while (index < to) {
      // Eight bytes at a time: most of an event is the same.
      while (
        index + 8 <= to &&
        at + 8 <= end &&
        templateView.getUint32(index) === view.getUint32(at) &&
        templateView.getUint32(index + 4) === view.getUint32(at + 4)
      ) {
        index += 8;
        at += 8;
      }
      if (index === to) break;
      if (at < end && template[index] === bytes[at]) {
        index++;
        at++;
        continue;
      }
      const indexAfter = endOfDigits(template, index, to);
      const after = endOfDigits(bytes, at, end);
      if (!isNumber(template, index, indexAfter) || !isNumber(bytes, at, after)) return -1;
      if (indexAfter === index && after === at) return -1;
      index = indexAfter;
      at = after;
    }
    // The last number may be longer than the template's.
    return isDigit(template[to - 1]) ? endOfDigits(bytes, at, end) : at;
  }
}

function findVariableRanges(bytes: Uint8Array): VariableRange[] {
  const ranges: VariableRange[] = [];
  let name = '';
  let at = bytes.indexOf(QUOTE);
  while (at !== -1) {
    const after = skipString(bytes, at, bytes.length);
    if (after === -1) return [];
    const colon = skipSpace(bytes, after, bytes.length);
    if (bytes[colon] === COLON) {
      name = after - at < NAME_BYTES_MAX ? readAscii(bytes, at + 1, after - 1) : '';
      // Only a string directly after a name is its value.
      if (bytes[skipSpace(bytes, colon + 1, bytes.length)] !== QUOTE) name = '';
    } else {
      const grows = GROWING.has(name);
      if (grows || name === PADDING) ranges.push({ start: at + 1, end: after - 1, grows });
      name = '';
    }
    at = bytes.indexOf(QUOTE, after);
  }
  return ranges;
}

/** Returns whether there are digits between two positions, or directly before them. */
function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  return to > from || isDigit(bytes[from - 1]);
}

function endOfDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(bytes[at])) at++;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
