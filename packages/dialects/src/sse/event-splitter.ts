import { encodeText } from '../json/encode-text.ts';
import { DATA_LINES_MAX, IDLE_BYTES_MAX, isTooComplex } from './event-limits.ts';
import { readField, type FieldValue } from './read-field.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const NOTHING: readonly Uint8Array[] = [];
const NO_BYTES = new Uint8Array();
const BLANK_LINE = encodeText('\n\n');

/** One event inside `bytes`. The object and the bytes are only valid during the call. */
export interface SseEvent {
  readonly bytes: Uint8Array;
  /** The whole event, including its closing blank line. */
  readonly start: number;
  readonly end: number;
  /**
   * Range of the data line's trimmed value; with several lines, from the start of the first to the end of the
   * last.
   */
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly dataLines: number;
  /** Its name is `error`. */
  readonly namedError: boolean;
  /** False for an event left unfinished at the end of the stream. */
  readonly closed: boolean;
}

export interface EventSplitterOptions {
  /** Largest event, in bytes. */
  readonly maxEventBytes: number;
  /** Called for every event; returning false excludes it from the result of push. Not called for comments. */
  readonly onEvent: (event: SseEvent) => boolean;
}

/**
 * Splits a byte stream into server-sent events, wherever the chunks are cut. It returns views (the chunk
 * itself if possible) of whole events and comments only, and buffers only the bytes of an unfinished event.
 * Lines may end with LF, CRLF or CR. A data line that opens a JSON object or array right after one that
 * closed an object starts a new event even without a blank line, as the two can't be one JSON text.
 */
export class EventSplitter {
  /** An event was too large or too complex; nothing more is read. */
  overflown = false;
  /** Number of bytes searched for line ends. */
  searchedBytes = 0;
  readonly #options: EventSplitterOptions;
  #held: Uint8Array = NO_BYTES;
  #heldLength = 0;
  /** In the held bytes: where the unfinished line starts, and how far its end has been searched. */
  #lineStart = 0;
  #searched = 0;
  /** Set by #findLineEnd. */
  #lineEnd = 0;
  #nextLine = 0;
  #nextFeed = 0;
  #nextReturn = 0;
  /** The current event so far. */
  readonly #event: { -readonly [Name in keyof SseEvent]: SseEvent[Name] } = {
    bytes: NO_BYTES,
    start: 0,
    end: 0,
    dataStart: 0,
    dataEnd: 0,
    dataLines: 0,
    namedError: false,
    closed: true,
  };
  #hasFields = false;
  /** Bytes of lines since the last event with fields. */
  #idleBytes = 0;

  constructor(options: EventSplitterOptions) {
    this.#options = options;
  }

  /** Bytes of the unfinished event. */
  get bufferedBytes(): number {
    return this.#heldLength;
  }

  /** Reads a chunk; returns the views to forward now, in order. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    if (this.overflown || chunk.length === 0) return NOTHING;
    if (this.#heldLength === 0) return this.#split(chunk, chunk.length);
    this.#append(chunk);
    return this.#split(this.#held, this.#heldLength);
  }

  /** Returns what can still be forwarded at the end of the stream; calls onEvent for unfinished events. */
  finish(): readonly Uint8Array[] {
    const length = this.#heldLength;
    if (this.overflown || length === 0) return NOTHING;
    const work = this.#held;
    const forward: Uint8Array[] = [];
    let start = 0;
    let end = length;
    while (end > this.#lineStart && isLineEnd(work[end - 1])) end--;
    if (end > this.#lineStart) {
      if (this.#startsNewEvent(work, this.#lineStart, end)) {
        if (this.#emit(work, 0, this.#lineStart))
          forward.push(work.subarray(0, this.#lineStart), BLANK_LINE);
        start = this.#lineStart;
      }
      this.#takeLine(work, this.#lineStart, end);
    }
    this.#event.closed = false;
    if (this.#hasFields && this.#emit(work, start, length))
      forward.push(work.subarray(start, end), BLANK_LINE);
    this.#heldLength = 0;
    return forward;
  }

  #split(work: Uint8Array, length: number): readonly Uint8Array[] {
    const forward: Uint8Array[] = [];
    // The held buffer is empty beyond its length, and searching that part each time would be quadratic.
    const filled = length === work.length ? work : work.subarray(0, length);
    let runStart = 0;
    let eventStart = 0;
    let lineStart = this.#lineStart;
    this.#nextFeed = -1;
    this.#nextReturn = -1;
    let from = this.#searched;
    while (!this.overflown && this.#findLineEnd(filled, from)) {
      const lineEnd = this.#lineEnd;
      const blank = lineEnd === lineStart;
      const eventEnd = blank ? this.#nextLine : lineStart;
      if (blank || this.#startsNewEvent(work, lineStart, lineEnd)) {
        if (!this.#emit(work, eventStart, eventEnd)) {
          if (eventStart > runStart) forward.push(work.subarray(runStart, eventStart));
          runStart = eventEnd;
        }
        eventStart = eventEnd;
      }
      if (!blank) {
        if (!this.#hasFields && work[lineStart] === COLON) eventStart = this.#nextLine;
        else this.#takeLine(work, lineStart, lineEnd);
      }
      if (!this.#hasFields) this.#countIdle(this.#nextLine - lineStart);
      lineStart = this.#nextLine;
      from = lineStart;
    }
    if (eventStart > runStart) {
      const isEntireChunk = runStart === 0 && eventStart === work.length;
      forward.push(isEntireChunk ? work : work.subarray(runStart, eventStart));
    }
    this.#keepRest(work, length, eventStart, lineStart);
    return forward;
  }

  /**
   * Finds the end of the line at `from` or later; false if it has not arrived. Each byte is searched once per
   * line end character.
   */
  #findLineEnd(work: Uint8Array, from: number): boolean {
    const { length } = work;
    if (this.#nextFeed < from) this.#nextFeed = this.#search(work, LINE_FEED, from);
    if (this.#nextReturn < from) this.#nextReturn = this.#search(work, CARRIAGE_RETURN, from);
    let lineEnd = Math.min(this.#nextFeed, length);
    if (this.#nextReturn < lineEnd) {
      // As the last byte it may be the first half of a CRLF.
      if (this.#nextReturn === length - 1) return false;
      lineEnd = this.#nextReturn;
      this.#nextLine = work[lineEnd + 1] === LINE_FEED ? lineEnd + 2 : lineEnd + 1;
    } else {
      if (lineEnd === length) return false;
      this.#nextLine = lineEnd + 1;
    }
    this.#lineEnd = lineEnd;
    return true;
  }

  #search(work: Uint8Array, byte: number, from: number): number {
    // Every second line is blank, and its end is not worth a native search.
    if (work[from] === byte) return from;
    const position = work.indexOf(byte, from);
    this.searchedBytes += (position === -1 ? work.length : position) - from;
    return position === -1 ? Number.MAX_SAFE_INTEGER : position;
  }

  #takeLine(work: Uint8Array, start: number, end: number): void {
    this.#hasFields = true;
    const field = readField(work, start, end, scratch);
    if (field === 'data') {
      if (this.#event.dataLines === 0) this.#event.dataStart = scratch.start;
      this.#event.dataEnd = scratch.end;
      this.#event.dataLines++;
      if (this.#event.dataLines > DATA_LINES_MAX) this.overflown = true;
    } else if (field === 'error-event') this.#event.namedError = true;
  }

  #startsNewEvent(work: Uint8Array, lineStart: number, lineEnd: number): boolean {
    const event = this.#event;
    if (event.dataLines === 0 || work[event.dataEnd - 1] !== CLOSE_BRACE) return false;
    if (readField(work, lineStart, lineEnd, scratch) !== 'data') return false;
    const first = work[scratch.start];
    return first === OPEN_BRACE || first === OPEN_BRACKET;
  }

  #countIdle(bytes: number): void {
    this.#idleBytes += bytes;
    if (this.#idleBytes > IDLE_BYTES_MAX) this.overflown = true;
  }

  #emit(work: Uint8Array, start: number, end: number): boolean {
    const event = this.#event;
    if (this.#hasFields) this.#idleBytes = 0;
    event.bytes = work;
    event.start = start;
    event.end = end;
    this.overflown ||= end - start > this.#options.maxEventBytes || isTooComplex(work, start, end);
    const isForwarded = !this.overflown && this.#options.onEvent(event);
    event.bytes = NO_BYTES;
    event.dataLines = 0;
    event.namedError = false;
    this.#hasFields = false;
    return isForwarded;
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#heldLength + chunk.length;
    // A held view has no spare capacity, so bytes already returned are never overwritten.
    if (needed > this.#held.length) {
      const enlarged = new Uint8Array(Math.max(needed, this.#held.length * 2));
      enlarged.set(this.#held.subarray(0, this.#heldLength));
      this.#held = enlarged;
    }
    this.#held.set(chunk, this.#heldLength);
    this.#heldLength = needed;
  }

  /** Keeps a view of the unfinished event; #append copies it before it writes. */
  #keepRest(work: Uint8Array, length: number, eventStart: number, lineStart: number): void {
    const rest = length - eventStart;
    if (this.overflown || rest > this.#options.maxEventBytes) {
      this.overflown = true;
      this.#held = NO_BYTES;
      this.#heldLength = 0;
      return;
    }
    if (rest === 0) this.#held = NO_BYTES;
    else if (work !== this.#held || eventStart > 0) this.#held = work.subarray(eventStart, length);
    this.#heldLength = rest;
    this.#lineStart = lineStart - eventStart;
    const openReturn = lineStart < length && work[length - 1] === CARRIAGE_RETURN;
    this.#searched = rest - (openReturn ? 1 : 0);
    this.#event.dataStart -= eventStart;
    this.#event.dataEnd -= eventStart;
  }
}

/** Receives readField's range; consumed before the next call. */
const scratch: FieldValue = { start: 0, end: 0 };

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
