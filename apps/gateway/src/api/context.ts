import type { AnyEndpoint, BodyOf, DataOf, ErrorCode, ParamsOf, QueryOf } from '@tollgate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelTester } from '../domain/channels/channel-test.ts';
import type { ByteBudget } from '../platform/byte-budget.ts';
import type { Domain } from '../domain/domain.ts';
import type { ActingTeam } from '../domain/teams/acting-team.ts';
import type { UserRow } from '../domain/accounts/users.ts';
import type { Language } from '../domain/error-texts.ts';
import type { Identified } from '../domain/accounts/sessions.ts';
import { AppError, type ErrorParams } from '../platform/app-error.ts';
import type { RateLimits } from './rate-limits.ts';

export interface Services {
  domain: Domain;
  tester: ChannelTester;
  limits: RateLimits;
  /** The memory budget shared by request bodies. */
  bodies: ByteBudget;
  /** Ranges of the proxies whose X-Forwarded-For counts. */
  trustedProxies: readonly string[];
}

/** What a handler receives: validated input, and the caller. */
export interface Call<E> extends Services {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Undefined only where the endpoint's access lets visitors in. */
  caller: Identified | undefined;
  /** Undefined if the call acts for the person. */
  acting: ActingTeam | undefined;
  credential: string;
  address: string;
  language: Language;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A response with members next to `data`; with a failure, one that has data nevertheless. */
export class ApiResponse<Data> {
  readonly data: Data;
  readonly extras: Record<string, unknown>;
  readonly failure: readonly [ErrorCode, ErrorParams] | undefined;

  constructor(
    data: Data,
    {
      extras = {},
      failure,
    }: { extras?: Record<string, unknown>; failure?: readonly [ErrorCode, ErrorParams] } = {},
  ) {
    this.data = data;
    this.extras = extras;
    this.failure = failure;
  }
}

/** A response without the envelope, written in chunks as fast as the client reads it. */
export class Streamed {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    chunks: AsyncIterable<string | Uint8Array>,
    headers: Readonly<Record<string, string>>,
  ) {
    this.chunks = chunks;
    this.headers = headers;
  }
}

export type Handler<E> = (call: Call<E>) => Promise<DataOf<E> | ApiResponse<DataOf<E>> | Streamed>;

/** A handler bound to its endpoint. */
export interface Implementation {
  endpoint: AnyEndpoint;
  handler: Handler<AnyEndpoint>;
}

/** Binds a handler to an endpoint of the contract, which determines its type. */
export function implement<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): Implementation {
  return { endpoint, handler: handler };
}

/** Returns the signed-in user of a call. */
export function callerOf(call: { caller: Identified | undefined }): Identified {
  if (!call.caller) throw new AppError('not_signed_in');
  return call.caller;
}

/**
 * Returns the account whose keys, calls and balance a call is about: that of the team it acts for, otherwise
 * the caller's own.
 */
export function accountOf(call: Pick<Call<unknown>, 'caller' | 'acting'>): UserRow {
  return call.acting?.team ?? callerOf(call).user;
}

/** Returns who acts in the team of the path. */
export function actorOf(call: Pick<Call<unknown>, 'caller' | 'acting'>) {
  if (!call.acting) throw new AppError('team_not_found');
  const { team, role } = call.acting;
  return { teamId: team.id, role, userId: callerOf(call).user.id };
}

/** Throws AppError for a system access token: changing how an account is accessed requires a login. */
export function requireSession({ sessionId }: Identified): void {
  if (sessionId === 0) throw new AppError('session_required');
}
