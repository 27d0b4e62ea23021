import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import type { SimulatorClock } from '../clock.ts';
import type { JsonObject } from '../json-object.ts';
import { completeScript, readScriptOverrides, type Script, splitText } from '../script.ts';

export interface RealtimeSessionOptions {
  model: string;
  clock: SimulatorClock;
  /** Returns further overrides, which take precedence over the caller's. */
  script: () => Partial<Script> | undefined;
  /** Receives every event of the caller. */
  onMessage: (text: string) => void;
}

const event = (type: string, members: object = {}) =>
  JSON.stringify({ type, event_id: `event_${randomUUID()}`, ...members });

/**
 * A realtime session: responds to `response.create` with text, or with audio if the overrides have audio
 * output tokens, and reports usage as OpenAI does. Overrides are in the user's last text.
 */
export class RealtimeSession {
  readonly #socket: WebSocket;
  readonly #options: RealtimeSessionOptions;
  #lastText = '';
  #transcriber: string | undefined;
  #responses = 0;
  #running = new Map<string, Script>();

  constructor(socket: WebSocket, options: RealtimeSessionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Sends the session's first event, and listens. */
  begin(): void {
    const socket = this.#socket;
    socket.on('message', (data) => this.#hear(textOf(data)));
    this.#send('session.created', { session: { type: 'realtime', model: this.#options.model } });
  }

  #hear(text: string): void {
    this.#options.onMessage(text);
    const message = JSON.parse(text) as JsonObject;
    switch (message['type']) {
      case 'session.update':
        return this.#update(message);
      case 'conversation.item.create':
        this.#lastText = findText(message) ?? this.#lastText;
        return this.#send('conversation.item.created', { item: message['item'] });
      case 'input_audio_buffer.commit':
        return this.#transcribe();
      case 'response.create':
        return void this.#answer();
      case 'response.cancel':
        return this.#cancel(message);
      default:
        return;
    }
  }

  #update({ session }: JsonObject): void {
    const audio = (session as { audio?: { input?: { transcription?: { model?: string } } } }).audio;
    this.#transcriber = audio?.input?.transcription?.model;
    this.#send('session.updated', { session });
  }

  #transcribe(): void {
    if (this.#transcriber === undefined) return;
    this.#send('conversation.item.input_audio_transcription.completed', {
      item_id: 'item_1',
      content_index: 0,
      transcript: 'hello there',
      usage: this.#transcriber.startsWith('whisper')
        ? { type: 'duration', seconds: 6 }
        : {
            type: 'tokens',
            input_tokens: 60,
            input_token_details: { text_tokens: 0, audio_tokens: 60 },
            output_tokens: 4,
            total_tokens: 64,
          },
    });
  }

  async #answer(): Promise<void> {
    const { clock, script: scripted } = this.#options;
    const script = completeScript({ ...readScriptOverrides(this.#lastText), ...scripted() });
    const id = `resp_${(this.#responses += 1)}`;
    this.#running.set(id, script);
    this.#send('response.created', {
      response: { id, object: 'realtime.response', status: 'in_progress' },
    });
    const half = Math.ceil(script.tokens / 2);
    for (const [index, delta] of splitText(script).entries()) {
      if (script.gap_ms > 0) await clock.wait(script.gap_ms);
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      if (index === half && script.fault === 'cut-mid-stream') return this.#socket.terminate();
      if (index === half && script.fault === 'stall-mid-stream') return;
      this.#sendChunk(id, script, delta);
    }
    this.#finish(id, 'completed');
  }

  #sendChunk(id: string, script: Script, delta: string): void {
    if (script.audio_output_tokens === 0)
      return this.#send('response.output_text.delta', { response_id: id, delta });
    const audio = Buffer.alloc(script.fault === 'huge' ? 200_000 : 240, 1).toString('base64');
    this.#send('response.output_audio_transcript.delta', { response_id: id, delta });
    this.#send('response.output_audio.delta', { response_id: id, delta: audio });
  }

  #cancel({ response_id: named }: JsonObject): void {
    const id = typeof named === 'string' ? named : [...this.#running.keys()].at(-1);
    if (id !== undefined) this.#finish(id, 'cancelled');
  }

  #finish(id: string, status: string): void {
    const script = this.#running.get(id);
    if (!script) return;
    this.#running.delete(id);
    const usage = script.fault === 'no-usage' ? null : usageOf(script);
    this.#send('response.done', {
      response: { id, object: 'realtime.response', status, output: [], usage },
    });
  }

  #send(type: string, members: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(event(type, members));
  }
}

function usageOf(script: Script) {
  const { prompt_tokens: input, completion_tokens: output, audio_tokens: inputAudio } = script;
  const { cached_tokens: cached, audio_output_tokens: spoken } = script;
  return {
    total_tokens: input + output,
    input_tokens: input,
    output_tokens: output,
    input_token_details: {
      text_tokens: input - inputAudio,
      audio_tokens: inputAudio,
      image_tokens: 0,
      cached_tokens: cached,
      cached_tokens_details: { text_tokens: cached, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: output - spoken, audio_tokens: spoken },
  };
}

function findText({ item }: JsonObject): string | undefined {
  const { content = [] } = item as { content?: { text?: string }[] };
  return content.find(({ text }) => text !== undefined)?.text;
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
