import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientRequest } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { KeyHolder } from '../domain/key-directory.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import type { InferenceKind } from './routes.ts';

/** One try at a channel, kept for the log. */
export interface Attempt {
  channel: number;
  name: string;
  ms: number;
  status: number;
  fault?: string;
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
  /** Milliseconds spent waiting for upstreams. */
  upstreamMs: number;
  /** Milliseconds to the first piece of the answer; undefined before it. */
  firstTokenMs: number | undefined;
  clientGone: boolean;
}
