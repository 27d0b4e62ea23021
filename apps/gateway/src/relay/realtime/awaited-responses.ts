import { objectOf, type RealtimeEvent } from './realtime-events.ts';

/** Ids of events are known by a hash of so many values; two of the same are held for one. */
const HASHES = 65_536;
/** Ids of requests that are remembered; an error that names a later one is not understood. */
const IDS_MAX = 100;
const TURN_ENDS = new Set([
  'input_audio_buffer.speech_stopped',
  'input_audio_buffer.timeout_triggered',
]);

/**
 * Responses of a realtime session that the upstream has yet to start: those that the caller asked
 * for, and the one that the upstream begins by itself when it hears the caller stop speaking.
 */
export class AwaitedResponses {
  #requested = 0;
  /** The ids under which the caller asked, hashed. */
  readonly #ids = new Set<number>();
  /** Those of the caller's other events: an error that names one says nothing of a response. */
  #others: Uint8Array | undefined;
  #turnEnded = false;
  /** Whether the end of a turn begins a response; the default of the API. */
  #answersTurns = true;

  get any(): boolean {
    return this.#requested > 0 || this.#turnEnded;
  }

  /** The session says how it detects the end of a turn, in both versions of the API. */
  takeSession(session: RealtimeEvent['body']): void {
    const input = objectOf(objectOf(session, 'audio'), 'input');
    const detection = {
      ...objectOf(session, 'turn_detection'),
      ...objectOf(input, 'turn_detection'),
    };
    const transcribes =
      session['type'] === 'transcription' || session['object'] === 'realtime.transcription_session';
    this.#answersTurns = !transcribes && detection['create_response'] !== false;
  }

  /** Notes an event of the caller. */
  hear({ type, body }: RealtimeEvent): void {
    const asks = type === 'response.create';
    if (asks) this.#requested += 1;
    const id = body['event_id'];
    if (typeof id !== 'string') return;
    if (!asks) (this.#others ??= new Uint8Array(HASHES))[hashOf(id)] = 1;
    else if (this.#ids.size < IDS_MAX) this.#ids.add(hashOf(id));
  }

  /** Notes an event of the upstream: the caller's turn ended, or a response is refused. */
  read({ type, body }: RealtimeEvent): void {
    if (TURN_ENDS.has(type)) this.#turnEnded = this.#answersTurns;
    if (type === 'error' && this.#requested > 0 && this.#refuses(objectOf(body, 'error')))
      this.#requested -= 1;
  }

  /** The upstream has started one. */
  start(): void {
    if (this.#turnEnded) this.#turnEnded = false;
    else if (this.#requested > 0) this.#requested -= 1;
    if (this.#requested === 0) this.#ids.clear();
  }

  #refuses({ code, event_id: id }: RealtimeEvent['body']): boolean {
    if (code === 'conversation_already_has_active_response') return true;
    if (typeof id !== 'string') return false;
    const hash = hashOf(id);
    return this.#ids.has(hash) && this.#others?.[hash] !== 1;
  }
}

/** FNV-1a. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % HASHES;
}
