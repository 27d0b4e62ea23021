import type { z } from 'zod';
import { type Access, minimumRole, ROLE_ADMIN } from './roles.ts';
import type { AuditSubject } from './entities/audit.ts';
import type { EndpointScope } from './scopes/scopes.ts';
import type { TeamRole } from './team-rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodType | undefined;

/**
 * One call of the console API. `path` uses `{name}` for parameters and is written as the spec
 * writes it; the server accepts it with and without the trailing slash. `data` is what the
 * envelope's `data` holds; `extras` are further top-level members of the envelope.
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
   * The smallest role in a team that may call it: for the team of its path (`/api/team/{id}`), else for the
   * one that the header names. Without it a call acts for the person, whatever the header says.
   */
  readonly team?: TeamRole;
  /** One line for the API reference, in English and Chinese. */
  readonly summary: string;
  readonly summaryZh: string;
  /** Calls that guess secrets (login and the like) share a much tighter limit. */
  readonly rateLimit?: 'login';
  /** A GET of the spec that changes something: a cookie alone is not enough for it, and it has no HEAD. */
  readonly changesState?: true;
  /**
   * What it acts on, where administrators do: each call stands in the audit log. False where it only
   * looks although its method is not GET. Whoever writes for administrators says one or the other.
   */
  readonly audit?: AuditSubject | false;
  /**
   * Responses beside the envelope, piece by piece: a file of comma-separated values, or server-sent
   * events or lines of JSON of which each holds what `data` says, or a `.tar.gz` archive. Failures before
   * the first piece have the envelope.
   */
  readonly streams?: 'csv' | 'events' | 'lines' | 'archive';
  /** Takes the bytes of a file (`application/octet-stream`) in place of JSON. */
  readonly receives?: 'file';
  /**
   * Its message is the word success, or error where a check or a rule failed; then `data` holds
   * the text that says why.
   */
  readonly saysOutcome?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
  readonly extras?: Extras;
}

/** Declares an endpoint with its types inferred. */
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

/** Whether a call may be made with HEAD: it only reads, and its response has an end. */
export function hasHead({ method, changesState, streams }: AnyEndpoint): boolean {
  return method === 'GET' && changesState !== true && streams === undefined;
}

/** Whether a call can change what administrators look after, so that it has to say what `audit` is. */
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

/** Where the OpenAPI description of all this is served. */
export const OPENAPI_PATH = '/api/openapi.json';
