import { EventIds } from './event-ids.ts';
import { objectOf, type RealtimeEvent } from './realtime-events.ts';

type Members = RealtimeEvent['body'];

/** A limit as requests and sessions write it; undefined for `inf` and anything but a number. */
export const limitOf = (value: unknown) =>
  typeof value === 'number' && value >= 1 ? value : undefined;

const TURN_ENDS = new Set([
  'input_audio_buffer.speech_stopped',
  'input_audio_buffer.timeout_triggered',
]);

const limitIn = ({ max_output_tokens: limit, max_response_output_tokens: old }: Members) =>
  limit ?? old;

/**
 * Responses of a realtime session that the upstream has yet to start: how many may start next, and how
 * long they may be. In its conversation one starts after the other; those out of band
 * (`conversation: "none"`) run side by side. An upstream that detects turns starts one by itself.
 */
export class ResponseRequests {
  /** Requested, and yet to start: in the conversation, and beside it. */
  #inside = 0;
  #beside = 0;
  /** Of the requested ones those that wait for their payment: the upstream knows nothing of them. */
  #unpaid = 0;
  readonly #ids = new EventIds<'inside' | 'beside'>();
  /** Audio came that the upstream may respond to by itself; and it heard the end of a turn in it. */
  #heard = false;
  #turnEnded = false;
  #respondsByItself = true;
  /** The session's limit of a response; undefined where there is none. */
  #sessionLimit: number | undefined;
  /** Updates of the session that the upstream has yet to confirm. */
  #updates = 0;
  /** The largest limit that a request of those that are yet to start has of its own. */
  #ownLimit = 0;

  /** Whether a response is to come: a requested one, or one to a turn that has ended. */
  get isAwaited(): boolean {
    return this.#count > this.#unpaid || this.#turnEnded;
  }

  get #count(): number {
    return this.#inside + this.#beside;
  }

  /** Responses that may start before another one has ended. */
  get startable(): number {
    const next = this.#inside > 0 || (this.#heard && this.#respondsByItself);
    return this.#beside + (next ? 1 : 0);
  }

  /** The most tokens of any of them; `longest` is the longest response of the model. */
  tokensMax(longest: number): number {
    const own = this.#ownLimit === Infinity ? longest : this.#ownLimit;
    return Math.max(this.#sessionLimit ?? longest, own);
  }

  /** Notes an event of the caller. */
  hear({ type, body }: RealtimeEvent): void {
    if (type === 'input_audio_buffer.append') this.#heard = true;
    if (type === 'session.update') this.#update(objectOf(body, 'session'));
    if (type !== 'response.create') return this.#ids.add(body['event_id'], undefined);
    const response = objectOf(body, 'response');
    const isBeside = response['conversation'] === 'none';
    if (isBeside) this.#beside += 1;
    else this.#inside += 1;
    this.#ids.add(body['event_id'], isBeside ? 'beside' : 'inside');
    const own = limitIn(response);
    if (own !== undefined && own !== null)
      this.#ownLimit = Math.max(this.#ownLimit, limitOf(own) ?? Infinity);
  }

  /**
   * Notes that an event of the caller waits for a payment. One that fails never goes upstream, so
   * nothing is to come of it.
   */
  async waitFor({ type }: RealtimeEvent, payment: Promise<void>): Promise<void> {
    const isRequest = type === 'response.create';
    if (isRequest) this.#unpaid += 1;
    await payment;
    if (isRequest) this.#unpaid -= 1;
  }

  /** Notes an event of the upstream: the caller's turn ended, or a request is refused. */
  read({ type, body }: RealtimeEvent): void {
    if (TURN_ENDS.has(type)) this.#turnEnded = this.#respondsByItself;
    if (type === 'error') this.#refuse(objectOf(body, 'error'));
  }

  /** An error is only believed where it can mean nothing else. */
  #refuse({ code, event_id: id }: Members): void {
    const refused =
      code === 'conversation_already_has_active_response' ? 'inside' : this.#ids.find(id);
    if (refused === 'inside' && this.#inside > 0) this.#inside -= 1;
    if (refused === 'beside' && this.#beside > 0) this.#beside -= 1;
  }

  /** Notes the session as the upstream has it, by itself or after an update. */
  takeSession(session: Members, isUpdated: boolean): void {
    if (isUpdated) this.#updates = Math.max(0, this.#updates - 1);
    const limit = limitOf(limitIn(session));
    // What is on its way may have raised it already.
    if (this.#updates === 0) this.#sessionLimit = limit;
    else this.#raise(limit);
    if (this.#updates === 0) this.#respondsByItself = detectsTurns(session);
  }

  /** Notes that the upstream has started a response. */
  start(): void {
    if (this.#turnEnded) this.#turnEnded = this.#heard = false;
    else if (this.#beside > 0) this.#beside -= 1;
    else if (this.#inside > 0) this.#inside -= 1;
    else this.#heard = false;
    if (this.#count > 0) return;
    this.#ownLimit = 0;
    this.#ids.forgetKnown();
  }

  /** An update counts at once where it allows more, else once it is confirmed. */
  #update(session: Members): void {
    this.#updates += 1;
    const limit = limitIn(session);
    if (limit !== undefined) this.#raise(limitOf(limit));
    this.#respondsByItself ||= detectsTurns(session);
  }

  #raise(limit: number | undefined): void {
    if (this.#sessionLimit === undefined) return;
    this.#sessionLimit = limit === undefined ? undefined : Math.max(this.#sessionLimit, limit);
  }
}

/** Whether a session starts responses by itself, in either version of the API; the default. */
function detectsTurns(session: Members): boolean {
  if (session['type'] === 'transcription') return false;
  if (session['object'] === 'realtime.transcription_session') return false;
  const { input } = objectOf(session, 'audio');
  const places = [session, objectOf({ input }, 'input')];
  return !places.some((place) => {
    const { turn_detection: detection } = place;
    return detection === null || objectOf({ detection }, 'detection')['create_response'] === false;
  });
}
