import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { ActionRegistry } from './action-registry.ts';
import { HostileSession, REALTIME_MODEL } from './hostile-session.ts';

type Event = Record<string, unknown> & { type: string };

const ABSURD = 1_000_000_000;
/** The longest response if nobody sets a limit. */
const MODEL_MAX = 4096;
const BYTES_A_TOKEN = 4;
const SECOND_BYTES = 64_000;
const TOKENS_A_SECOND = 10;

/** Accepts connections for realtime sessions, each of which behaves according to its plan. */
export function acceptHostileSessions(registry: ActionRegistry) {
  const server = new WebSocketServer({ noServer: true });
  return (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    server.handleUpgrade(request, socket, head, (opened) => {
      const session = new UpstreamSession(registry, opened);
      opened.on('error', () => {});
      opened.on('message', (data: Buffer) => session.receive(data));
      session.begin();
    });
}

class UpstreamSession {
  readonly #registry: ActionRegistry;
  readonly #socket: WebSocket;
  #action: HostileSession | undefined;
  #limit: number | undefined;
  /** Tokens of the whole conversation, from both sides. */
  #contextTokens = 0;
  #transcriber: string | undefined;
  #open = 0;
  /** Running responses, and what each has used so far. */
  readonly #running = new Map<string, { input: number; output: number }>();

  constructor(registry: ActionRegistry, socket: WebSocket) {
    this.#registry = registry;
    this.#socket = socket;
  }

  begin(): void {
    this.#send('session.created', {
      session: {
        type: 'realtime',
        model: REALTIME_MODEL,
        audio: { input: { turn_detection: { type: 'server_vad', silence_duration_ms: 200 } } },
      },
    });
  }

  receive(data: Buffer): void {
    const event = JSON.parse(data.toString()) as Event;
    // The gateway refused the update, which comes first and says whose session it is: the caller leaves.
    if (!this.#action && event.type !== 'session.update') return undefined;
    this.#action ??= this.#registry.find(HostileSession, data.toString());
    const action = this.#action;
    switch (event.type) {
      case 'session.update':
        return this.#update(event, data.length);
      case 'input_audio_buffer.append':
        this.#open += String(event['audio']).length / SECOND_BYTES;
        return undefined;
      case 'input_audio_buffer.commit':
        this.#commit(action);
        return action.plan.respondsItself ? this.#respond(action, undefined) : undefined;
      case 'response.create': {
        const options = (event['response'] ?? {}) as Record<string, unknown>;
        // Within the conversation responses run one at a time.
        if (options['conversation'] !== 'none' && this.#running.size > 0)
          return this.#send('error', {
            error: { code: 'conversation_already_has_active_response' },
          });
        return this.#respond(action, options['max_output_tokens']);
      }
      case 'response.cancel':
        for (const [id, used] of this.#running)
          if (event['response_id'] === undefined || event['response_id'] === id)
            this.#end(action, id, used);
        return undefined;
      default:
        this.#contextTokens += Math.ceil(data.length / BYTES_A_TOKEN);
        return undefined;
    }
  }

  #update({ session }: Event, bytes: number): void {
    const settings = session as {
      max_output_tokens?: unknown;
      audio?: { input?: { transcription?: { model: string } } };
    };
    if (typeof settings.max_output_tokens === 'number') this.#limit = settings.max_output_tokens;
    this.#transcriber = settings.audio?.input?.transcription?.model;
    this.#contextTokens += Math.ceil(bytes / BYTES_A_TOKEN);
    this.#send('session.updated', { session });
  }

  #commit(action: HostileSession): void {
    const seconds = Math.ceil(this.#open);
    this.#open = 0;
    this.#contextTokens += seconds * TOKENS_A_SECOND;
    this.#send('input_audio_buffer.committed', { item_id: 'item' });
    if (this.#transcriber === undefined) return;
    action.transcripts += 1;
    const isAbsurd = action.plan.behaviour === 'absurd-usage';
    const input_tokens = isAbsurd ? ABSURD : seconds * TOKENS_A_SECOND;
    const usage =
      this.#transcriber === 'whisper-1'
        ? { type: 'duration', seconds: isAbsurd ? ABSURD : seconds }
        : { type: 'tokens', input_tokens, output_tokens: isAbsurd ? ABSURD : seconds * 4 };
    const transcribe = () =>
      this.#send('conversation.item.input_audio_transcription.completed', {
        item_id: 'item',
        transcript: 'hello there',
        usage,
      });
    // It usually arrives while a response is already running.
    setImmediate(() => setImmediate(transcribe));
  }

  #respond(action: HostileSession, ownLimit: unknown): void {
    const { behaviour, share, leaving } = action.plan;
    action.started += 1;
    const id = `resp_${action.started}`;
    const limit = typeof ownLimit === 'number' ? ownLimit : (this.#limit ?? MODEL_MAX);
    const most = behaviour === 'exceeds' ? limit * 4 : limit;
    const output = Math.max(1, Math.floor(most * share));
    const used = { input: this.#contextTokens, output: 1 };
    this.#running.set(id, used);
    this.#send('response.created', {
      response: { id, max_output_tokens: ownLimit ?? this.#limit ?? 'inf' },
    });
    if (behaviour === 'twice') this.#send('response.created', { response: { id } });
    this.#send('response.output_text.delta', { response_id: id, delta: 'word ' });
    const finish = () => {
      if (!this.#running.has(id)) return;
      if (behaviour === 'cuts') return this.#socket.terminate();
      used.output = output;
      this.#end(action, id, used);
    };
    if (leaving !== 'mid-answer') setImmediate(() => setImmediate(() => setImmediate(finish)));
    else void action.callerLeft.then(finish);
  }

  #end(
    action: HostileSession,
    id: string,
    { input, output }: { input: number; output: number },
  ): void {
    const { behaviour } = action.plan;
    this.#running.delete(id);
    this.#contextTokens += output;
    const claims = {
      'absurd-usage': usageOf(ABSURD, ABSURD),
      'zero-usage': usageOf(0, 0),
      'no-usage': null,
    } as Partial<Record<typeof behaviour, object | null>>;
    const usage = behaviour in claims ? claims[behaviour] : usageOf(input, output);
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    action.reported.push({ input, output });
    const done = { response: { id, status: 'completed', output: [], usage } };
    this.#send('response.done', done);
    if (behaviour === 'twice') this.#send('response.done', done);
    if (behaviour === 'made-up')
      this.#send('response.done', { response: { ...done.response, id: 'resp_x' } });
  }

  #send(type: string, members: object): void {
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ type, ...members }));
  }
}

function usageOf(input: number, output: number): object {
  return {
    total_tokens: input + output,
    input_tokens: input,
    output_tokens: output,
    input_token_details: { text_tokens: input, audio_tokens: 0, cached_tokens: 0 },
    output_token_details: { text_tokens: output, audio_tokens: 0 },
  };
}
