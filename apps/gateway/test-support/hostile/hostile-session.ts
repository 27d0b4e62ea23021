import { WebSocket } from 'ws';
import type { MoneySnapshot } from './money-snapshot.ts';
import type { ActionTarget, HostileAction } from './hostile-action.ts';
import type { SessionPlan, SessionTurn } from './session-plan.ts';

export const REALTIME_MODEL = 'gpt-realtime-mini';

/** What an upstream reported of one response. */
export interface ToldResponse {
  input: number;
  output: number;
}

/** Base64 bytes per second of audio: 16 bits at 24,000 samples per second. */
const SECOND_BYTES = 64_000;

/** A realtime session, from its plan to what its caller received and its upstream reported. */
export class HostileSession implements HostileAction {
  readonly address: string;
  readonly plan: SessionPlan;
  /** Responses that the upstream started, and its reports on those that it ended. */
  started = 0;
  readonly reported: ToldResponse[] = [];
  /** Transcribed recordings. */
  transcripts = 0;
  /** Resolves when the caller is gone. */
  readonly callerLeft: Promise<void>;
  readonly #receivedTypes: string[] = [];
  #leave: () => void = () => {};
  #wake: () => void = () => {};

  constructor(plan: SessionPlan) {
    this.plan = plan;
    this.address = plan.address;
    this.callerLeft = new Promise((resolve) => (this.#leave = resolve));
  }

  get canLose(): boolean {
    return this.started > 0 && this.plan.behaviour === 'exceeds';
  }

  async run({ url, secret }: ActionTarget): Promise<void> {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/v1/realtime?model=${REALTIME_MODEL}`,
      {
        headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': this.address },
      },
    );
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => this.#receive(socket, data));
    const disconnected = closed.then(() => false);
    if (await Promise.race([disconnected, this.#until('session.created', 1)])) {
      this.#open(socket);
      let due = 0;
      for (const [index, turn] of this.plan.turns.entries()) {
        due += this.#takeTurn(socket, turn);
        if (index === this.plan.turns.length - 1 && this.plan.leaving === 'asking') break;
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        if (!(await Promise.race([disconnected, this.#until('response.done', due)]))) break;
      }
      if (this.plan.leaving === 'never') socket.close();
      else socket.terminate();
    }
    await closed;
    this.#leave();
  }

  findFault({ charges }: MoneySnapshot): string | undefined {
    const rows = charges.get(this.address) ?? [];
    const responses = rows.filter(({ model_name: model }) => model === REALTIME_MODEL);
    const { behaviour } = this.plan;
    if (rows.length === 0) return this.reported.length > 0 ? 'its responses are free' : undefined;
    if (responses.length > this.started) return 'more responses are charged than began';
    if (rows.length - responses.length > this.transcripts + 1)
      return 'more transcripts are charged than were made';
    const over = rows.find(({ quota, other }) => quota > Number(other['reserved']));
    if (over && behaviour !== 'exceeds') return 'it is charged more than was reserved';
    if (behaviour !== 'honest') return undefined;
    if (responses.length < this.reported.length) return 'a response is free';
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const paid = sum(responses.map((row) => row.prompt_tokens + row.completion_tokens));
    const due = sum(this.reported.map(({ input, output }) => input + output));
    return paid < due ? `the provider bills ${due} tokens and ${paid} are charged` : undefined;
  }

  describe(): object {
    const { plan, started, reported, transcripts } = this;
    return {
      plan,
      begun: started,
      told: reported,
      transcripts,
      heard: this.#receivedTypes.join(' '),
    };
  }

  #open(socket: WebSocket): void {
    const { address, sessionLimit, transcriber, tool } = this.plan;
    const transcription = transcriber === 'none' ? undefined : { model: transcriber };
    send(socket, 'session.update', {
      session: {
        instructions: `speak with ${address}`,
        ...(sessionLimit === undefined ? {} : { max_output_tokens: sessionLimit }),
        ...(transcription ? { audio: { input: { transcription } } } : {}),
        ...(tool ? { tools: [{ type: 'web_search' }] } : {}),
      },
    });
  }

  /** Sends input and requests responses; returns how many will come. */
  #takeTurn(socket: WebSocket, { seconds, words, responses, limit }: SessionTurn): number {
    if (seconds > 0) {
      const audio = 'A'.repeat(seconds * SECOND_BYTES);
      send(socket, 'input_audio_buffer.append', { audio });
      send(socket, 'input_audio_buffer.commit', {});
      if (this.plan.respondsItself) return 1;
    } else {
      const content = [{ type: 'input_text', text: 'word '.repeat(words) }];
      send(socket, 'conversation.item.create', { item: { type: 'message', content } });
    }
    const response = {
      ...(responses > 1 ? { conversation: 'none' } : {}),
      ...(limit === undefined ? {} : { max_output_tokens: limit }),
    };
    for (let count = 0; count < responses; count += 1)
      send(socket, 'response.create', { response });
    return responses;
  }

  #receive(socket: WebSocket, data: Buffer): void {
    const { type } = JSON.parse(data.toString()) as { type: string };
    this.#receivedTypes.push(type);
    const leaves = this.plan.leaving === 'mid-answer' && type.endsWith('.delta');
    if (leaves || type === 'error') socket.terminate();
    this.#wake();
  }

  /** Resolves with true at the nth event of a type. */
  async #until(type: string, count: number): Promise<boolean> {
    while (this.#receivedTypes.filter((each) => each === type).length < count)
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return true;
  }
}

function send(socket: WebSocket, type: string, members: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...members }));
}
