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
  /** The memory that bodies of requests share. */
  bodies: ByteBudget;
}

/** What a handler gets: checked input, and who calls. */
export interface Call<E> extends Services {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Undefined only where the endpoint's access lets visitors in. */
  caller: Identified | undefined;
  /** Undefined where the call acts for the person. */
  acting: ActingTeam | undefined;
  credential: string;
  address: string;
  language: Language;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A response with members beside `data`; with a failure it is one that has data all the same. */
export class Answer<Data> {
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

/** A response beside the envelope, written piece by piece as fast as the client takes it. */
export class Streamed {
  readonly pieces: AsyncIterable<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    pieces: AsyncIterable<string | Uint8Array>,
    headers: Readonly<Record<string, string>>,
  ) {
    this.pieces = pieces;
    this.headers = headers;
  }
}

export type Handler<E> = (call: Call<E>) => Promise<DataOf<E> | Answer<DataOf<E>> | Streamed>;

/** A handler bound to its endpoint. */
export interface Implementation {
  endpoint: AnyEndpoint;
  handler: Handler<AnyEndpoint>;
}

/** Binds a handler to an endpoint of the contract, typed by it. */
export function implement<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): Implementation {
  return { endpoint, handler: handler };
}

/** The signed-in user of a call. */
export function callerOf(call: { caller: Identified | undefined }): Identified {
  if (!call.caller) throw new AppError('not_signed_in');
  return call.caller;
}

/** Whose keys, calls and balance a call is about: the team's that it acts for, else the caller's own. */
export function accountOf(call: Pick<Call<unknown>, 'caller' | 'acting'>): UserRow {
  return call.acting?.team ?? callerOf(call).user;
}

/** Who acts in the team of the path. */
export function actorOf(call: Pick<Call<unknown>, 'caller' | 'acting'>) {
  if (!call.acting) throw new AppError('team_not_found');
  const { team, role } = call.acting;
  return { teamId: team.id, role, userId: callerOf(call).user.id };
}

/** Throws AppError for a system access token: what decides how an account is entered takes a login. */
export function mustHaveSession({ sessionId }: Identified): void {
  if (sessionId === 0) throw new AppError('session_required');
}
