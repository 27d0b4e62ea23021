import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { channelKey, testCause } from '../entities/channel.ts';
import { idField, idParams } from '../paging.ts';

const channelKeys = z.array(channelKey);

/** The result of testing a channel or one of its keys. */
export const channelTestResult = z.object({
  time: z.number(),
  /** Milliseconds until the response began; null if none did, and for upstreams behind a WebSocket. */
  first_byte_ms: z.number().int().nullable(),
  model: z.string(),
  status: z.number().int(),
  /** First 200 characters of the fault; empty if the test passed. */
  excerpt: z.string(),
  /** Why it failed, for the console to translate; null if it passed. */
  cause: testCause.nullable(),
});

/** Endpoints for the individual keys of a channel. */
export const channelKeyEndpoints = {
  listChannelKeys: endpoint({
    method: 'GET',
    path: '/api/channel/keys/{id}',
    access: 'admin',
    scope: 'channels:read',
    summary: 'The keys of a channel by their last characters, and which are cooling down and why',
    summaryZh: '渠道的密钥（仅尾号），以及哪些在冷却及其原因',
    params: idParams,
    data: channelKeys,
  }),
  addChannelKeys: endpoint({
    method: 'POST',
    path: '/api/channel/keys',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Add keys to a channel, one per line; existing keys stay',
    summaryZh: '向渠道添加密钥，每行一个，已有密钥不变',
    body: z.object({
      id: idField,
      keys: z.string().trim().min(1, 'channel_key_required').max(500_000),
    }),
    data: channelKeys,
  }),
  switchChannelKey: endpoint({
    method: 'PUT',
    path: '/api/channel/keys',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Turn one key of a channel on or off',
    summaryZh: '启用或禁用渠道的某个密钥',
    body: z.object({ id: idField, fingerprint: z.string().max(64), on: z.boolean() }),
    data: channelKeys,
  }),
  removeChannelKey: endpoint({
    method: 'POST',
    path: '/api/channel/keys/remove',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Remove one key of a channel',
    summaryZh: '移除渠道的某个密钥',
    body: z.object({ id: idField, fingerprint: z.string().max(64) }),
    data: channelKeys,
  }),
  testChannelKey: endpoint({
    method: 'POST',
    path: '/api/channel/keys/test',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary:
      'Test one key of a channel with a small call, whether it is on or off; one that passes is used again at once',
    summaryZh: '用一次小调用测试渠道的某个密钥（无论是否启用）；通过后立即恢复使用',
    body: z.object({
      id: idField,
      fingerprint: z.string().max(64),
      model: z.string().trim().max(200).default(''),
    }),
    data: channelTestResult,
    extras: z.object({ time: z.number() }),
  }),
};
