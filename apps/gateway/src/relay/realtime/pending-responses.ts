import { EventIds } from './event-ids.ts';
import { objectOf, type RealtimeEvent } from './realtime-events.ts';

type Members = RealtimeEvent['body'];

/** Returns a numeric limit of a request or session; undefined for `inf` and anything but a number. */
export const limitOf = (value: unknown) =>
  typeof value === 'number' && value >= 1 ? value : undefined;

const TURN_ENDS = new Set([
  'input_audio_buffer.speech_stopped',
  'input_audio_buffer.timeout_triggered',
]);

/**
 * Most responses in a row that nothing the caller sent asks for: the output of a tool server (MCP) may start
 * further ones.
 */
const UNREQUESTED_MAX = 8;

const limitIn = ({ max_output_tokens: limit, max_response_output_tokens: old }: Members) =>
  limit ?? old;

/**
 * Tracks responses of a realtime session that the upstream has not started yet: how many may start next, and
 * how long they may be. Those in its conversation start one after another; out-of-band ones (`conversation:
 * "none"`) run concurrently. An upstream that detects turns also starts one by itself.
 */
export class PendingResponses {
  /** Requested but not started: in the conversation, and out of band. */
  #inConversation = 0;
  #outOfBand = 0;
  /** Requests that wait for their reservation: the upstream has not received them. */
  #unpaid = 0;
  readonly #ids = new EventIds<'in-conversation' | 'out-of-band'>();
  /**
   * Whether audio was sent to which the upstream may respond by itself, and whether it has detected the end
   * of a turn.
   */
  #hasAudio = false;
  #turnEnded = false;
  #respondsByItself = true;
  /** The session's limit of a response, in tokens; undefined if there is none. */
  #sessionLimit: number | undefined;
  /** Session updates that the upstream has not confirmed yet. */
  #updates = 0;
  /** The largest limit that a pending request sets itself. */
  #requestLimit = 0;
  /** Responses started in a row that nothing asked for. */
  #unrequested = 0;

  /** Whether a response is pending: a requested one, or one to a turn that has ended. */
  get isAwaited(): boolean {
    return this.#count > this.#unpaid || this.#turnEnded;
  }

  get #count(): number {
    return this.#inConversation + this.#outOfBand;
  }

  /** Requests out of band that have not started. */
  get outOfBand(): number {
    return this.#outOfBand;
  }

  /** Whether the upstream may respond to audio by itself. */
  get respondsByItself(): boolean {
    return this.#respondsByItself;
  }

  /** Number of responses that may start before another one has ended. */
  get startable(): number {
    const next = this.#inConversation > 0 || (this.#hasAudio && this.#respondsByItself);
    return this.#outOfBand + (next ? 1 : 0);
  }

  /** Returns the most tokens of any of them; `longest` is the longest response of the model. */
  tokensMax(longest: number): number {
    const requestLimit = this.#requestLimit === Infinity ? longest : this.#requestLimit;
    return Math.max(this.#sessionLimit ?? longest, requestLimit);
  }

  /** Records an event of the caller. */
  recordClientEvent({ type, body }: RealtimeEvent): void {
    if (type === 'input_audio_buffer.append') this.#hasAudio = true;
    if (type === 'session.update') this.#update(objectOf(body, 'session'));
    if (type !== 'response.create') return this.#ids.add(body['event_id'], undefined);
    const response = objectOf(body, 'response');
    const isOutOfBand = response['conversation'] === 'none';
    if (isOutOfBand) this.#outOfBand += 1;
    else this.#inConversation += 1;
    this.#ids.add(body['event_id'], isOutOfBand ? 'out-of-band' : 'in-conversation');
    const requestLimit = limitIn(response);
    if (requestLimit !== undefined && requestLimit !== null)
      this.#requestLimit = Math.max(this.#requestLimit, limitOf(requestLimit) ?? Infinity);
  }

  /**
   * Waits for the reservation of a caller's event. If it fails, the event is never sent upstream, so no
   * response is expected.
   */
  async waitFor({ type }: RealtimeEvent, payment: Promise<void>): Promise<void> {
    const isRequest = type === 'response.create';
    if (isRequest) this.#unpaid += 1;
    await payment;
    if (isRequest) this.#unpaid -= 1;
  }

  /** Records an event of the upstream: the end of the caller's turn, or a rejected request. */
  recordServerEvent({ type, body }: RealtimeEvent): void {
    if (TURN_ENDS.has(type)) this.#turnEnded = this.#respondsByItself;
    if (type === 'error') this.#refuse(objectOf(body, 'error'));
  }

  /** Applies an error only if it is unambiguous which request it rejects. */
  #refuse({ code, event_id: id }: Members): void {
    const refused =
      code === 'conversation_already_has_active_response' ? 'in-conversation' : this.#ids.find(id);
    if (refused === 'in-conversation' && this.#inConversation > 0) this.#inConversation -= 1;
    if (refused === 'out-of-band' && this.#outOfBand > 0) this.#outOfBand -= 1;
  }

  /** Applies the session as the upstream reports it, initially or after an update. */
  applySession(session: Members, isUpdated: boolean): void {
    if (isUpdated) this.#updates = Math.max(0, this.#updates - 1);
    const limit = limitOf(limitIn(session));
    // An unconfirmed update may have raised it already.
    if (this.#updates === 0) this.#sessionLimit = limit;
    else this.#raise(limit);
    if (this.#updates === 0) this.#respondsByItself = detectsTurns(session);
  }

  /**
   * Records that the upstream has started a response; `turns` may still end in the caller's audio. Returns
   * false if it has started too many that nothing asked for.
   */
  start(turns: number): boolean {
    const byItself = this.#respondsByItself && (this.#hasAudio || turns > 0);
    const isRequested = this.#turnEnded || this.#count > 0 || byItself;
    this.#unrequested = isRequested ? 0 : this.#unrequested + 1;
    if (this.#unrequested > UNREQUESTED_MAX) return false;
    this.#take();
    return true;
  }

  #take(): void {
    if (this.#turnEnded) this.#turnEnded = this.#hasAudio = false;
    else if (this.#outOfBand > 0) this.#outOfBand -= 1;
    else if (this.#inConversation > 0) this.#inConversation -= 1;
    else this.#hasAudio = false;
    if (this.#count > 0) return;
    this.#requestLimit = 0;
    this.#ids.clear();
  }

  /** Applies an update: at once as far as it allows more, otherwise once it is confirmed. */
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

/** Whether a session starts responses by itself, in either version of the API; true by default. */
function detectsTurns(session: Members): boolean {
  if (session['type'] === 'transcription') return false;
  if (session['object'] === 'realtime.transcription_session') return false;
  const { input } = objectOf(session, 'audio');
  const sections = [session, objectOf({ input }, 'input')];
  return !sections.some((section) => {
    const { turn_detection: detection } = section;
    return detection === null || objectOf({ detection }, 'detection')['create_response'] === false;
  });
}
