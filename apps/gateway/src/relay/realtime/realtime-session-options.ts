import type { WebSocket } from 'ws';
import type { WordWatch } from '../content-filter/sensitive-word-masker.ts';
import type { RealtimeEvent } from './realtime-events.ts';
import type { ResponseMeter } from './response-meter.ts';

/** The sides of a realtime session, and what it needs of the gateway. */
export interface RealtimeSessionOptions {
  client: WebSocket;
  upstream: WebSocket;
  meter: ResponseMeter;
  requestId: string;
  language: 'zh' | 'en';
  /** Removes the channel's credentials from what the upstream sends. */
  hide: (message: Buffer) => Buffer;
  /** Throws AppError for an event that contains sensitive words. */
  checkWords: (event: RealtimeEvent) => void;
  /** Returns false if the content filter is off: events of the client are then not checked. */
  checksWords: () => boolean;
  /** Returns the content filter of one part of a response; undefined if responses are not checked. */
  watchResponse: () => WordWatch | undefined;
  /** Called when the queue to either side grew or shrank. */
  changed: () => void;
  /** Called with the bytes of the client's event that waits to be sent upstream. */
  hold: (bytes: number) => void;
  /** Returns the milliseconds that a client may stop reading; 0 means no limit. */
  stalledClientMs: () => number;
  /** Called for unexpected errors. */
  failed: (error: unknown) => void;
}
