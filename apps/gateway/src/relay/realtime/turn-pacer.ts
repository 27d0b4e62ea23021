import type { Clock } from '../../platform/clock.ts';
import { objectOf, type RealtimeEvent } from './realtime-events.ts';

type Members = RealtimeEvent['body'];

/**
 * Seconds of audio that a turn takes at least: the silence at its end, by the session's settings. No provider
 * detects the end of a turn in less than `min`, and at most `max` is relied upon.
 */
const TURN_SECONDS = { min: 0.05, unknown: 0.25, max: 1 } as const;
/** Most responses that are reserved ahead for the turns in one event. */
const TURNS_AT_ONCE = 32;
/** Base64 characters of three samples of 16 bits: audio is only cut between samples. */
const CUT_CHARACTERS = 8;
/** Accounts for rounding of seconds. */
const EPSILON = 1e-6;

/** What a pacer needs of the session's reservations. */
export interface TurnCovers {
  /** Whether the upstream may start responses by itself. */
  mayStart(): boolean;
  /** Responses to turns that are reserved and have not started. */
  count(): number;
  /**
   * Reserves responses to so many turns, as far as the balance allows. Rejects with AppError if it does not
   * allow one.
   */
  cover(turns: number): Promise<void>;
  /** Called when fewer turns may start than before. */
  fewer(): void;
}

/** Where the pieces of an event go. */
export interface PacedReceiver {
  send(data: Buffer): void;
  /** `busy` while a charge is being stored, and reports of the upstream wait. */
  state(): 'open' | 'busy' | 'over';
}

/**
 * Paces the caller's audio: each turn in it may start a response, which is reserved before the audio is passed
 * on. Audio counts until as much time has passed as it lasts; by then, the upstream has reported the response.
 * So live audio is never delayed, nor is a recording if the balance covers every turn in it; otherwise, it is
 * passed on in pieces.
 */
export class TurnPacer {
  readonly #clock: Pick<Clock, 'elapsedMs' | 'after'>;
  readonly #covers: TurnCovers;
  #shortestTurn = Infinity;
  /** Seconds of audio ahead of real time when it was last measured, and when that was. */
  #ahead = 0;
  #measuredMs: number;
  #pending: { body: Members; audio: string; seconds: number } | undefined;

  constructor(clock: Pick<Clock, 'elapsedMs' | 'after'>, covers: TurnCovers) {
    this.#clock = clock;
    this.#covers = covers;
    this.#measuredMs = clock.elapsedMs();
  }

  /** Number of turns that may end in the audio sent and these seconds more. */
  turnsIn(moreSeconds: number): number {
    return Math.ceil((this.#aheadNow() + moreSeconds) / this.#turnSeconds - EPSILON);
  }

  /** Applies settings of the session, as its caller sends or its upstream reports them. */
  takeSession(session: Members): void {
    const input = objectOf(objectOf(session, 'audio'), 'input');
    for (const { turn_detection: detection } of [session, input]) {
      if (typeof detection !== 'object' || detection === null) continue;
      const { silence_duration_ms: silence } = detection as Members;
      const seconds = typeof silence === 'number' ? silence / 1000 : TURN_SECONDS.unknown;
      this.#shortestTurn = Math.min(this.#shortestTurn, seconds);
    }
  }

  /** Records an event of the caller. Returns whether it may only be passed on by `pass`. */
  record({ type, body }: RealtimeEvent, seconds: number): boolean {
    if (type === 'session.update') this.takeSession(objectOf(body, 'session'));
    if (type === 'input_audio_buffer.commit') this.#add(this.#turnSeconds);
    const { audio } = body;
    if (type !== 'input_audio_buffer.append' || typeof audio !== 'string' || seconds === 0)
      return false;
    const covers = this.#covers;
    if (!covers.mayStart() || this.turnsIn(seconds) <= Math.max(1, covers.count())) {
      this.#add(seconds);
      return false;
    }
    this.#pending = { body, audio, seconds };
    return true;
  }

  /** Passes the recorded event on. Rejects with AppError if the balance does not cover a turn. */
  async pass(data: Buffer, receiver: PacedReceiver): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return receiver.send(data);
    const { body, audio, seconds } = pending;
    for (let sent = 0; sent < audio.length && receiver.state() !== 'over';) {
      const rest = (seconds * (audio.length - sent)) / audio.length;
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      const allowed = await this.#cover(rest, receiver);
      if (allowed >= rest - EPSILON) {
        receiver.send(sent === 0 ? data : pieceOf(body, audio.slice(sent)));
        this.#add(rest);
        break;
      }
      const pieces = Math.floor((allowed * audio.length) / seconds / CUT_CHARACTERS);
      if (allowed < this.#turnSeconds - EPSILON || pieces < 1) {
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        await this.#pause(Math.max(EPSILON, this.#turnSeconds - allowed));
        continue;
      }
      const end = sent + pieces * CUT_CHARACTERS;
      receiver.send(pieceOf(body, audio.slice(sent, end)));
      this.#add((seconds * (end - sent)) / audio.length);
      sent = end;
    }
    this.#clock.after(this.#aheadNow() * 1000, () => this.#covers.fewer());
  }

  /** Returns the seconds of audio that may be sent now, of so many more. */
  async #cover(seconds: number, receiver: PacedReceiver): Promise<number> {
    await this.#covers.cover(Math.min(this.turnsIn(seconds), TURNS_AT_ONCE));
    if (receiver.state() !== 'open') return 0;
    return this.#covers.count() * this.#turnSeconds - this.#aheadNow();
  }

  get #turnSeconds(): number {
    const { min, unknown, max } = TURN_SECONDS;
    if (this.#shortestTurn === Infinity) return unknown;
    return Math.min(Math.max(this.#shortestTurn, min), max);
  }

  #aheadNow(): number {
    const nowMs = this.#clock.elapsedMs();
    this.#ahead = Math.max(0, this.#ahead - (nowMs - this.#measuredMs) / 1000);
    this.#measuredMs = nowMs;
    return this.#ahead;
  }

  #add(seconds: number): void {
    this.#ahead = this.#aheadNow() + seconds;
  }

  #pause(seconds: number): Promise<void> {
    const milliseconds = Math.ceil(Math.min(seconds, TURN_SECONDS.max) * 1000);
    return new Promise((resolve) => this.#clock.after(milliseconds, resolve));
  }
}

const pieceOf = (body: Members, audio: string) => Buffer.from(JSON.stringify({ ...body, audio }));
