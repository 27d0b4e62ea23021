import type { ApiResponse, Client } from './test-gateway.ts';

/** The user, key and channel of work that runs while somebody changes something. */
export interface InFlight {
  root: Client;
  owner: Client;
  keyId: number;
  channelId: number;
}

export type ChangeInFlight = (running: InFlight) => Promise<ApiResponse>;

/** Changes that an administrator may make to the channel meanwhile. */
export const channelChanges = {
  'the channel is disabled': ({ root, channelId: id }) =>
    root.call('PUT', '/api/channel/', { id, status: 2 }),
  'the channel serves other models': ({ root, channelId: id }) =>
    root.call('PUT', '/api/channel/', { id, models: 'another-model', group: 'vip' }),
} satisfies Record<string, ChangeInFlight>;

/** Changes by the owner after which the key no longer works. */
export const keyEnds = {
  'the key is deleted': ({ owner, keyId }) => owner.call('DELETE', `/api/token/${keyId}/`),
  'the key is disabled': ({ owner, keyId }) =>
    owner.call('PUT', '/api/token/?status_only=true', { id: keyId, status: 2 }),
} satisfies Record<string, ChangeInFlight>;

/** Changes by an administrator after which nothing of the user's works. */
export const userEnds = {
  'the user is disabled': ({ root, owner: { id } }) =>
    root.call('POST', '/api/user/manage', { id, action: 'disable' }),
  'the user is deleted': ({ root, owner: { id } }) =>
    root.call('POST', '/api/user/manage', { id, action: 'delete' }),
} satisfies Record<string, ChangeInFlight>;

/** Moves the user to a group with other prices. */
export const userMoves = {
  'the user gets another group': ({ root, owner: { id } }) =>
    root.call('PUT', '/api/user/', { id, group: 'vip' }),
} satisfies Record<string, ChangeInFlight>;

/** All of these, and a key that loses its limit: background work must survive each of them. */
export const changesInFlight: Readonly<Record<string, ChangeInFlight>> = {
  ...channelChanges,
  ...keyEnds,
  'the key has no limit any more': ({ owner, keyId }) =>
    owner.call('PUT', '/api/token/', {
      id: keyId,
      name: 'key',
      expired_time: -1,
      remain_quota: 0,
      unlimited_quota: true,
    }),
  ...userEnds,
  ...userMoves,
};
