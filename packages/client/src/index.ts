export { buildUrl } from './build-url.ts';
export { ClientError, type ClientErrorCode } from './client-error.ts';
export type { ClientOptions } from './client-options.ts';
export { type Client, createClient } from './create-client.ts';
export type { FollowedBatch } from './follow-rows.ts';
export type { CallInput, CallOptions, Follower, ItemOf, Listed } from './call-types.ts';
export { readServerSentEvents, type ServerEvent } from './read-server-sent-events.ts';
