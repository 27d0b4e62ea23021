import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientRequest } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { KeyHolder } from '../domain/key-directory.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import type { RouteTrace } from './route-trace.ts';
import type { InferenceKind } from './routes.ts';

/** One try at a channel, kept for the log. */
export interface Attempt {
  channel: number;
  name: string;
  ms: number;
  status: number;
  fault?: string;
  /** The kind of the fault, where its code does not say it. */
  kind?: string;
  /** Milliseconds to the first piece of a stream, and to the end of the try. */
  first_ms?: number;
  total_ms?: number;
  /** Fingerprint of the key, where the channel has several. */
  key?: string;
}

/** Everything known about one inference call while it runs. */
export interface RelayCall {
  readonly requestId: string;
  readonly path: string;
  readonly kind: InferenceKind;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: string;
  readonly language: 'zh' | 'en';
  readonly holder: KeyHolder;
  readonly clientRequest: ClientRequest;
  readonly price: Price;
  readonly reservation: Reservation;
  /** performance.now() at arrival. */
  readonly startedAt: number;
  readonly attempts: Attempt[];
  /** Why its channels were chosen; set once choosing begins. */
  trace: RouteTrace | undefined;
  /** Milliseconds spent waiting for upstreams. */
  upstreamMs: number;
  /** Milliseconds to the first piece of the answer; undefined before it. */
  firstTokenMs: number | undefined;
  clientGone: boolean;
}
