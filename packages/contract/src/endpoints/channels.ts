import { z } from 'zod';
import { batchRefusals } from '../batch-refusals.ts';
import { endpoint } from '../endpoint.ts';
import {
  CHANNEL_ACTIVITY_MAX,
  CHANNEL_TYPE_MAX,
  channelActivity,
  channelEntity,
  channelFields,
  channelHealthDetail,
  channelRow,
  CHANNEL_CONDITIONS,
  priorityField,
  weightField,
} from '../entities/channel.ts';
import { channelTestResult } from './channel-keys.ts';
import { idField, idParams, pageNumber, pageOf, pageSize, queryFlag, sortOf } from '../paging.ts';

/** The columns that channels can be sorted by. */
export const CHANNEL_SORTS = [
  'id',
  'name',
  'type',
  'status',
  'response_time',
  'used_quota',
  'balance',
  'priority',
  'weight',
  'group',
  'condition',
  'failures',
  'first_token',
] as const;

const listQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  id_sort: queryFlag,
  tag_mode: queryFlag,
  status: z.coerce.number().int().min(0).max(3).catch(0),
  type: z.coerce.number().int().min(0).max(CHANNEL_TYPE_MAX).catch(0),
  tag: z.string().trim().max(100).catch(''),
  condition: z.enum(['', ...CHANNEL_CONDITIONS]).catch(''),
  sort: sortOf(CHANNEL_SORTS),
});

const searchQuery = listQuery.extend({
  keyword: z.string().trim().max(500).catch(''),
  group: z.string().trim().max(64).catch(''),
  model: z.string().trim().max(200).catch(''),
  /** Returns the page with this channel, if it matches, in place of page `p`. */
  with: z.coerce.number().int().min(0).catch(0),
});

const count = z.number().int();
/** What a batch changes on one channel. */
const channelChange = z.object({
  id: idField,
  status: channelFields.shape.status.optional(),
  group: channelFields.shape.group.optional(),
  priority: priorityField.optional(),
  weight: weightField.optional(),
  tag: channelFields.shape.tag.optional(),
});
/** Most channels changed at once. */
export const CHANNEL_BATCH_MAX = 1000;

/** A new channel. */
const newChannel = channelFields.partial().extend({
  name: channelFields.shape.name,
  models: channelFields.shape.models,
  /** The channel whose key is used if `key` is empty (copying a channel). */
  id: idField.optional(),
});

export const channelEndpoints = {
  listChannels: endpoint({
    method: 'GET',
    path: '/api/channel/',
    access: 'admin',
    scope: 'channels:read',
    summary: 'Channels by priority and newest first, by ID (id_sort) or grouped by tag (tag_mode)',
    summaryZh: '渠道列表：按优先级和创建时间，或按 ID（id_sort），或按标签分组（tag_mode）',
    query: listQuery,
    data: pageOf(channelRow),
  }),
  searchChannels: endpoint({
    method: 'GET',
    path: '/api/channel/search',
    access: 'admin',
    scope: 'channels:read',
    summary: 'Channels by ID, name or key (keyword), model, group, tag, type and condition, sorted',
    summaryZh: '按 ID、名称或密钥（keyword）、模型、分组、标签、类型和状况搜索渠道，可排序',
    query: searchQuery,
    data: pageOf(channelRow).extend({
      /** Number of matches for each condition, regardless of the filter's own condition. */
      conditions: z.record(z.enum(CHANNEL_CONDITIONS), count),
    }),
  }),
  getChannel: endpoint({
    method: 'GET',
    path: '/api/channel/{id}',
    access: 'admin',
    scope: 'channels:read',
    summary: 'One channel, without its key',
    summaryZh: '单个渠道，不含密钥',
    params: idParams,
    data: channelEntity,
  }),
  getChannelHealth: endpoint({
    method: 'GET',
    path: '/api/channel/health/{id}',
    access: 'admin',
    scope: 'channels:read',
    summary: 'Cooldowns and failures of a channel, its models and keys, as seen by this node',
    summaryZh: '渠道及其模型、密钥的冷却与故障情况（当前节点所见）',
    params: idParams,
    data: channelHealthDetail,
  }),
  listChannelActivity: endpoint({
    method: 'GET',
    path: '/api/channel/activity',
    access: 'admin',
    scope: 'channels:read',
    summary:
      'Answered and failed calls of some channels in the last 24 hours, by hour or quarter of an hour, and their time to the first token',
    summaryZh: '若干渠道近 24 小时成功与失败的调用（按小时或一刻钟）及首字延迟',
    query: z.object({
      /** Comma-separated channel ids. */
      ids: z
        .string()
        .max(4000)
        .transform((text): (string | number)[] => [...new Set(text.split(','))])
        .pipe(z.array(idField).min(1).max(CHANNEL_ACTIVITY_MAX)),
      piece: z.enum(['hour', 'quarter']).catch('hour'),
    }),
    data: z.object({
      /** Where the intervals begin, and where the last one ends: seconds since 1970. */
      edges: z.array(z.number().int()),
      /** Channels without a call in that time are omitted. */
      channels: z.array(channelActivity),
    }),
  }),
  releaseChannel: endpoint({
    method: 'POST',
    path: '/api/channel/release',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary:
      'Resume a channel’s models or keys that are cooling down, or all of them, on every node',
    summaryZh: '在所有节点上恢复使用渠道中冷却的模型或密钥',
    body: z.object({
      id: idField,
      /** Fingerprint of the key. */
      key: z.string().max(64).optional(),
      model: z.string().max(200).optional(),
    }),
    data: z.null(),
  }),
  createChannel: endpoint({
    method: 'POST',
    path: '/api/channel/',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary:
      'Create a channel, or one per line of the key; an empty key with `id` copies the key of that channel',
    summaryZh: '创建渠道，每行密钥创建一个；密钥为空并带 `id` 时复制该渠道的密钥',
    body: newChannel,
    /** The created channels. */
    data: z.array(channelEntity),
  }),
  updateChannel: endpoint({
    method: 'PUT',
    path: '/api/channel/',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Change the given fields of a channel; others keep their values',
    summaryZh: '修改渠道的指定字段，其他字段不变',
    body: channelFields.partial().extend({ id: idField }),
    data: channelEntity,
  }),
  deleteChannel: endpoint({
    method: 'DELETE',
    path: '/api/channel/{id}/',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Delete a channel',
    summaryZh: '删除渠道',
    params: idParams,
    data: z.null(),
  }),
  changeChannels: endpoint({
    method: 'PUT',
    path: '/api/channel/batch',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary:
      'Change status, group, priority, weight or tag of many channels, all or none; returns the previous values',
    summaryZh: '批量修改渠道的状态、分组、优先级、权重或标签，全部成功或全部不改；返回修改前的值',
    body: z.object({
      changes: z.array(channelChange).min(1).max(CHANNEL_BATCH_MAX),
    }),
    data: z.object({
      /** The same changes with the previous values: sending them back undoes the batch. */
      before: z.array(channelChange),
      /** Rows that can't be changed; if there are any, no row was changed. */
      refused: batchRefusals,
    }),
  }),
  deleteChannels: endpoint({
    method: 'POST',
    path: '/api/channel/batch/delete',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Delete many channels, all or none',
    summaryZh: '批量删除渠道，全部成功或全部不删',
    body: z.object({ ids: z.array(idField).min(1).max(CHANNEL_BATCH_MAX) }),
    data: z.object({ deleted: count, refused: batchRefusals }),
  }),
  deleteDisabledChannels: endpoint({
    method: 'DELETE',
    path: '/api/channel/disabled',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Delete all channels disabled manually or automatically',
    summaryZh: '删除所有手动或自动禁用的渠道',
    data: count,
  }),
  fixChannels: endpoint({
    method: 'POST',
    path: '/api/channel/fix',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Rebuild the index of channels, models and groups',
    summaryZh: '重建渠道、模型与分组的对应表',
    data: count,
  }),
  testChannel: endpoint({
    method: 'GET',
    path: '/api/channel/test/{id}',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    changesState: true,
    summary: 'Test one channel with a small call',
    summaryZh: '用一次小调用测试渠道',
    params: idParams,
    query: z.object({ model: z.string().trim().max(200).catch('') }),
    data: channelTestResult,
    extras: z.object({ time: z.number() }),
  }),
  testNewChannel: endpoint({
    method: 'POST',
    path: '/api/channel/test',
    access: 'admin',
    scope: 'channels:write',
    audit: false,
    summary:
      'Test a channel with a small call before it is created, with the first of its keys; nothing is stored',
    summaryZh: '创建前用一次小调用测试渠道（使用第一个密钥），不保存任何内容',
    body: newChannel.extend({ test: z.string().trim().max(200).default('') }),
    data: channelTestResult,
    extras: z.object({ time: z.number() }),
  }),
  testAllChannels: endpoint({
    method: 'GET',
    path: '/api/channel/test',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    changesState: true,
    summary: 'Start testing all channels in the background',
    summaryZh: '在后台开始测试所有渠道',
    data: z.null(),
  }),
  testChannels: endpoint({
    method: 'POST',
    path: '/api/channel/batch/test',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary:
      'Start testing selected channels in the background; disables none, and re-enables automatically disabled channels that pass',
    summaryZh: '在后台测试所选渠道；不会禁用任何渠道，通过测试的自动禁用渠道会恢复启用',
    body: z.object({ ids: z.array(idField).min(1).max(CHANNEL_BATCH_MAX) }),
    data: z.null(),
  }),
  getTestProgress: endpoint({
    method: 'GET',
    path: '/api/channel/test_progress',
    access: 'admin',
    scope: 'channels:read',
    summary: 'Progress of the latest test of many channels',
    summaryZh: '最近一次批量渠道测试的进度',
    data: z.object({
      running: z.boolean(),
      total: count,
      done: count,
      failed: count,
      started_at: count,
      /** 0 while a test runs, and before the first one. */
      finished_at: count,
      /** The first channels that failed, and why. */
      failures: z.array(z.object({ id: count, name: z.string(), reason: z.string() })),
    }),
  }),
  updateBalance: endpoint({
    method: 'GET',
    path: '/api/channel/update_balance/{id}/',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    changesState: true,
    summary: 'Query the upstream balance of a channel',
    summaryZh: '查询渠道的上游余额',
    params: idParams,
    data: z.object({ balance: z.number() }),
    extras: z.object({ balance: z.number() }),
  }),
  updateAllBalances: endpoint({
    method: 'GET',
    path: '/api/channel/update_balance',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    changesState: true,
    summary:
      'Query the upstream balances of all enabled channels in the background; returns the counts once all are known, or after 20 seconds',
    summaryZh: '在后台查询所有已启用渠道的上游余额；全部完成或 20 秒后返回计数',
    /** `left`: channels that are still to be queried, in the background. */
    data: z.object({ updated: count, failed: count, left: count }),
  }),
};
