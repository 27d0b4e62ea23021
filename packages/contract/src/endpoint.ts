import type { z } from 'zod';
import { type Access, minimumRole, ROLE_ADMIN } from './roles.ts';
import type { AuditSubject } from './entities/audit.ts';
import type { EndpointScope } from './scopes/scopes.ts';
import type { TeamRole } from './team-rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodType | undefined;

/**
 * An endpoint of the console API. `path` has `{name}` for parameters and is spelled as in the spec; the
 * server accepts it with and without the trailing slash. `data` is the type of the envelope's `data`;
 * `extras` are further top-level members of the envelope.
 */
export interface Endpoint<
  Data extends z.ZodType = z.ZodType,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Extras extends Schema = Schema,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  readonly scope: EndpointScope;
  /**
   * The lowest team role that may call it: in the team of its path (`/api/team/{id}`), else in the one that
   * the header names. Without it a call acts for the person, whatever the header says.
   */
  readonly team?: TeamRole;
  /** One line for the API reference, in English and Chinese. */
  readonly summary: string;
  readonly summaryZh: string;
  /** Calls that could be used to guess secrets (login and the like) share a much stricter limit. */
  readonly rateLimit?: 'login';
  /** A GET of the spec that changes state: a cookie alone does not authorize it, and it has no HEAD. */
  readonly changesState?: true;
  /**
   * The object an administrators' endpoint acts on: each call is recorded in the audit log. False if it only
   * reads although its method is not GET. Every administrators' endpoint that may write declares one or the
   * other.
   */
  readonly audit?: AuditSubject | false;
  /**
   * Set if the response is streamed without an envelope: comma-separated values, server-sent events or lines
   * of JSON (each as `data` describes), or a `.tar.gz` archive. Failures before the first chunk have the
   * envelope.
   */
  readonly streams?: 'csv' | 'events' | 'lines' | 'archive';
  /** Accepts a file's bytes (`application/octet-stream`) instead of JSON. */
  readonly receives?: 'file';
  /** The message is the word success, or error if a check or rule failed; `data` then holds the reason. */
  readonly hasLegacyOutcome?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
  readonly extras?: Extras;
}

/** Declares an endpoint and infers its types. */
export function endpoint<
  Data extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Extras extends Schema = undefined,
>(
  definition: Endpoint<Data, Params, Query, Body, Extras>,
): Endpoint<Data, Params, Query, Body, Extras> {
  return definition;
}

export type AnyEndpoint = Endpoint;

/** Whether an endpoint supports HEAD: it only reads, and its response is not streamed. */
export function hasHead({ method, changesState, streams }: AnyEndpoint): boolean {
  return method === 'GET' && changesState !== true && streams === undefined;
}

/** Whether an endpoint can change what administrators manage, and so has to declare `audit`. */
export function needsAudit({ method, changesState, access }: AnyEndpoint): boolean {
  return minimumRole(access) >= ROLE_ADMIN && (method !== 'GET' || changesState === true);
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<E> =
  E extends Endpoint<z.ZodType, infer P, Schema, Schema, Schema> ? Output<P> : never;
export type QueryOf<E> =
  E extends Endpoint<z.ZodType, Schema, infer Q, Schema, Schema> ? Output<Q> : never;
export type BodyOf<E> =
  E extends Endpoint<z.ZodType, Schema, Schema, infer B, Schema> ? Output<B> : never;
export type DataOf<E> =
  E extends Endpoint<infer D, Schema, Schema, Schema, Schema> ? z.output<D> : never;
export type ExtrasOf<E> =
  E extends Endpoint<z.ZodType, Schema, Schema, Schema, infer X> ? Output<X> : never;
export type ParamsInputOf<E> =
  E extends Endpoint<z.ZodType, infer P, Schema, Schema, Schema> ? Input<P> : never;
export type QueryInputOf<E> =
  E extends Endpoint<z.ZodType, Schema, infer Q, Schema, Schema> ? Input<Q> : never;
export type BodyInputOf<E> =
  E extends Endpoint<z.ZodType, Schema, Schema, infer B, Schema> ? Input<B> : never;

/** The path that serves the OpenAPI description of these endpoints. */
export const OPENAPI_PATH = '/api/openapi.json';
