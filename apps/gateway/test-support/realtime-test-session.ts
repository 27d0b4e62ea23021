import { connect } from 'node:net';
import { OpenAI } from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';

/** One event of a realtime session. */
export type RealtimeEvent = Record<string, unknown> & { type: string };

export interface RealtimeTarget {
  url: string;
  secret: string;
  model: string;
}

/** A realtime session of the official client. */
export class RealtimeTestSession {
  readonly events: RealtimeEvent[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #watchers: (() => void)[] = [];
  readonly #socket: OpenAIRealtimeWS;

  constructor({ url, secret, model }: RealtimeTarget) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: secret });
    // The client requires TLS, which is terminated in front of a gateway, not in it.
    const port = Number(new URL(url).port);
    const createConnection = () => connect(port, '127.0.0.1');
    this.#socket = new OpenAIRealtimeWS({ model, options: { createConnection } }, client);
    const { socket } = this.#socket;
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    this.#socket.on('event', (event) => this.#take(event as unknown as RealtimeEvent));
    // Failures are seen as an event, or as the end of the connection.
    this.#socket.on('error', () => {});
  }

  #take(event: RealtimeEvent): void {
    this.events.push(event);
    for (const watcher of this.#watchers) watcher();
  }

  /** Resolves with the nth event of a type. */
  async until(type: string, nth = 1): Promise<RealtimeEvent> {
    for (;;) {
      const found = this.events.filter((event) => event.type === type)[nth - 1];
      if (found) return found;
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  send(event: object): void {
    this.#socket.socket.send(JSON.stringify(event));
  }

  /** Requests a response as instructed. */
  ask(sim: Record<string, unknown> = {}): void {
    const content = [{ type: 'input_text', text: JSON.stringify({ sim }) }];
    this.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content },
    });
    this.send({ type: 'response.create' });
  }

  /** Stops reading. */
  pause(): void {
    this.#socket.socket.pause();
  }

  async leave(): Promise<void> {
    this.#socket.socket.terminate();
    await this.closed;
  }
}
