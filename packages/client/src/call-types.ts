import type {
  BodyInputOf,
  DataOf,
  EndpointName,
  endpoints,
  ParamsOf,
  QueryOf,
} from '@tollgate/contract';

type Endpoints = typeof endpoints;

/** What a call takes: `params` of the path, `query` (all of it may be left out) and `body`. */
export type CallInput<Name extends EndpointName> = ([ParamsOf<Endpoints[Name]>] extends [undefined]
  ? { params?: undefined }
  : { params: ParamsOf<Endpoints[Name]> }) &
  ([QueryOf<Endpoints[Name]>] extends [undefined]
    ? { query?: undefined }
    : { query?: Partial<QueryOf<Endpoints[Name]>> }) &
  ([BodyInputOf<Endpoints[Name]>] extends [undefined]
    ? { body?: undefined }
    : { body: BodyInputOf<Endpoints[Name]> });

export interface CallOptions {
  /** Ends the call; it then throws the reason of the signal. */
  signal?: AbortSignal;
  /** Milliseconds; 0 for no limit. Of a stream it bounds the wait for its begin. */
  timeoutMs?: number;
}

/** The input of a call where it needs one, and options. */
export type CallArguments<Name extends EndpointName> = Required<CallInput<Name>>[
  | 'params'
  | 'body'] extends undefined
  ? [input?: CallInput<Name>, options?: CallOptions]
  : [input: CallInput<Name>, options?: CallOptions];

/** Calls that answer a list in pages. */
export type Listed = {
  [Name in EndpointName]: DataOf<Endpoints[Name]> extends { items: unknown[]; total: number }
    ? Name
    : never;
}[EndpointName];

/** What a list consists of. */
export type ItemOf<Name extends Listed> =
  DataOf<Endpoints[Name]> extends { items: (infer Item)[] } ? Item : never;

/** Calls that tell rows as they come, and can go on after one. */
export type Follower = {
  [Name in EndpointName]: QueryOf<Endpoints[Name]> extends { after_id: number } ? Name : never;
}[EndpointName];
