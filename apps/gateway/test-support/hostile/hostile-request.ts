import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { MoneySnapshot } from './money-snapshot.ts';
import type { ActionTarget, HostileAction } from './hostile-action.ts';

/** When a caller disconnects. */
export type Leaving = 'never' | 'before-head' | 'mid-answer' | 'after-finish';

export interface RenderedRequest {
  path: string;
  body: string | Buffer;
  contentType?: string;
  /** Sent by the playground page, without a key. */
  byPage?: boolean;
}

const TURNS = 10;

/** A request that a caller sends and may abandon, and its outcome. */
export abstract class HostileRequest implements HostileAction {
  readonly address: string;
  readonly leaving: Leaving;
  /** Resolves when the caller has disconnected or has its response. */
  readonly callerLeft: Promise<void>;
  status = 0;
  /** The response so far, one character per byte. */
  text = '';
  /** The response is complete according to HTTP. */
  isWhole = false;
  #leave: () => void = () => {};
  #reached: () => void = () => {};

  constructor(address: string, leaving: Leaving) {
    this.address = address;
    this.leaving = leaving;
    this.callerLeft = new Promise((resolve) => (this.#leave = resolve));
  }

  abstract get canLose(): boolean;
  abstract findFault(snapshot: MoneySnapshot): string | undefined;
  abstract describe(): object;
  protected abstract render(): RenderedRequest;
  /** Returns whether the caller disconnects at this point of the response. */
  protected abstract leavesNow(): boolean;

  /** Called when an upstream has received the request. */
  protected notifyReached(): void {
    this.#reached();
  }

  async run(target: ActionTarget): Promise<void> {
    const { path, body, contentType = 'application/json', byPage = false } = this.render();
    const sent = request(target.url + (byPage ? '/api/playground' : '') + path, {
      method: 'POST',
      agent: target.agent,
      headers: {
        ...(byPage ? ofPage(target) : { authorization: `Bearer ${target.secret}` }),
        'content-type': contentType,
        'x-forwarded-for': this.address,
      },
    });
    if (this.leaving === 'before-head') this.#reached = () => sent.destroy();
    await new Promise<void>((resolve) => {
      sent.once('error', () => {});
      sent.once('close', resolve);
      sent.once('response', (response) => this.#read(sent, response));
      sent.end(body);
    });
    // The gateway notices before the upstream continues: all share this event loop.
    for (let turn = 0; turn < TURNS; turn += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await new Promise((resolve) => setImmediate(resolve));
    this.#leave();
  }

  #read(sent: ClientRequest, response: IncomingMessage): void {
    this.status = response.statusCode ?? 0;
    response.setEncoding('latin1').on('data', (chunk: string) => {
      this.text += chunk;
      if (this.leavesNow()) sent.destroy();
    });
    response.once('error', () => {});
    response.once('end', () => {
      this.isWhole = this.status === 200 && response.complete;
    });
  }
}

/** Returns the headers that the console's page sends, and those its browser adds. */
function ofPage({ url, session }: ActionTarget): Record<string, string> {
  return {
    cookie: `session=${session.token}`,
    'new-api-user': String(session.userId),
    origin: url,
    'sec-fetch-site': 'same-origin',
  };
}
