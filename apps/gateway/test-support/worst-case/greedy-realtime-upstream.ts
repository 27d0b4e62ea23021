import type { SocketSide } from '../socket-side.ts';

type Members = Readonly<Record<string, unknown>>;
type ReceivedEvent = Members & { type: string };

/** The model's longest response, and its context length. */
const RESPONSE_MAX = 4096;
const CONTEXT_MAX = 131_072;
/** Bytes of audio per token, which is billed by its duration, not by its bytes. */
const SOUND_BYTES_A_TOKEN = 1067;
const TURNS = 6;

const objectIn = (members: Members, name: string) => (members[name] ?? {}) as Members;

/** Returns a limit as an upstream reads it: only a number of at least 1 counts. */
function limitIn(members: Members): number | undefined {
  const limit = members['max_output_tokens'] ?? members['max_response_output_tokens'];
  if (limit === undefined) return undefined;
  return typeof limit === 'number' && limit >= 1 ? limit : RESPONSE_MAX;
}

/**
 * The upstream of a realtime session that keeps to its limits and uses all of them: a token for each byte of
 * input, the longest responses, all concurrently if allowed, and unprompted ones after each audio input
 * unless the session forbids that.
 */
export class GreedyRealtimeUpstream {
  begun = 0;
  readonly #side: SocketSide;
  #heard = 0;
  #said = 0;
  #session: Members = {};
  readonly #running = new Map<string, { input: number; output: number }>();
  /** The response running in the conversation. */
  #isBusy: string | undefined;

  constructor(side: SocketSide, model: string) {
    this.#side = side;
    side.say({ type: 'session.created', session: { model } });
  }

  /** Processes the events that have arrived. */
  async hear(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the gateway works in between
      await new Promise((resolve) => setImmediate(resolve));
      const newEvents = this.#side.heard.slice(this.#heard) as ReceivedEvent[];
      this.#heard = this.#side.heard.length;
      for (const event of newEvents) this.#take(event);
    }
  }

  /** Ends running responses, oldest first, and those that this allows to start. */
  async endAll(): Promise<void> {
    await this.hear();
    for (let [id] = this.#running.keys(); id !== undefined; [id] = this.#running.keys()) {
      this.#end(id);
      // oxlint-disable-next-line no-await-in-loop -- one response after the other
      await this.hear();
    }
  }

  #take(event: ReceivedEvent): void {
    switch (event.type) {
      case 'session.update':
        this.#session = { ...this.#session, ...objectIn(event, 'session') };
        this.#read(event);
        return this.#side.say({ type: 'session.updated', session: this.#session });
      case 'input_audio_buffer.append':
        this.#said += Math.floor(String(event['audio']).length / SOUND_BYTES_A_TOKEN);
        return undefined;
      case 'input_audio_buffer.commit':
        return this.#commit();
      case 'response.create':
        this.#read(event);
        return this.#respond(objectIn(event, 'response'));
      case 'response.cancel':
        if (this.#running.has(String(event['response_id'])))
          this.#end(String(event['response_id']));
        return undefined;
      default:
        return this.#read(event);
    }
  }

  /** Counts the text, plus the whole context if it refers to something stored elsewhere. */
  #read(event: ReceivedEvent): void {
    const text = JSON.stringify(event);
    this.#said += Buffer.byteLength(text);
    if (/"prompt":\{|"server_url"/.test(text)) this.#said += CONTEXT_MAX;
  }

  #commit(): void {
    this.#side.say({ type: 'input_audio_buffer.committed' });
    const input = objectIn(objectIn(this.#session, 'audio'), 'input');
    const settings = { ...this.#session, ...input };
    if (settings['transcription'] ?? settings['input_audio_transcription'])
      this.#side.say({
        type: 'conversation.item.input_audio_transcription.completed',
        transcript: 'x',
        usage: { type: 'duration', seconds: 1 },
      });
    const detection = settings['turn_detection'];
    const isAllowed = objectIn(settings, 'turn_detection')['create_response'] !== false;
    if (detection !== null && isAllowed) this.#respond({});
  }

  #respond(options: Members): void {
    const isOutOfBand = options['conversation'] === 'none';
    // Within the conversation responses run one at a time.
    if (!isOutOfBand && this.#isBusy !== undefined)
      return this.#side.say({ type: 'error', error: { code: 'active_response' } });
    this.begun += 1;
    const id = `resp_${this.begun}`;
    if (!isOutOfBand) this.#isBusy = id;
    const limit = limitIn(options) ?? limitIn(this.#session) ?? RESPONSE_MAX;
    this.#running.set(id, { input: Math.min(this.#said, CONTEXT_MAX), output: Math.floor(limit) });
    this.#side.say({ type: 'response.created', response: { id, max_output_tokens: limit } });
  }

  #end(id: string): void {
    const { input = 0, output = 0 } = this.#running.get(id) ?? {};
    this.#running.delete(id);
    if (this.#isBusy === id) this.#isBusy = undefined;
    this.#said += output;
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    this.#side.say({ type: 'response.done', response: { id, usage } });
  }
}
