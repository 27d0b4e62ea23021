import type {
  BodyInputOf,
  DataOf,
  EndpointName,
  endpoints,
  ParamsOf,
  QueryOf,
} from '@tollgate/contract';

type Endpoints = typeof endpoints;

/** The input of a call: `params` of the path, `query` (every member optional) and `body`. */
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
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds; 0 for no limit. For a stream it limits only the wait for the response to begin. */
  timeoutMs?: number;
}

/** The input of a call (optional if nothing in it is required) and its options. */
export type CallArguments<Name extends EndpointName> = Required<CallInput<Name>>[
  | 'params'
  | 'body'] extends undefined
  ? [input?: CallInput<Name>, options?: CallOptions]
  : [input: CallInput<Name>, options?: CallOptions];

/** Endpoints that return a paged list. */
export type Listed = {
  [Name in EndpointName]: DataOf<Endpoints[Name]> extends { items: unknown[]; total: number }
    ? Name
    : never;
}[EndpointName];

/** The type of a list's items. */
export type ItemOf<Name extends Listed> =
  DataOf<Endpoints[Name]> extends { items: (infer Item)[] } ? Item : never;

/** Endpoints that stream rows as they are written and can resume after a given row. */
export type Follower = {
  [Name in EndpointName]: QueryOf<Endpoints[Name]> extends { after_id: number } ? Name : never;
}[EndpointName];
