import { z } from 'zod';
import { batchRefusals } from '../batch-refusals.ts';
import { endpoint } from '../endpoint.ts';
import {
  CHANNEL_TYPE_MAX,
  channelEntity,
  channelFields,
  channelHealthDetail,
  channelKey,
  channelRow,
  channelTypeEntity,
  CHANNEL_CONDITIONS,
  testCause,
  commaList,
  priorityField,
  weightField,
} from '../entities/channel.ts';
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
});

const count = z.number().int();
/** What a batch changes of one channel. */
const channelChange = z.object({
  id: idField,
  status: channelFields.shape.status.optional(),
  group: channelFields.shape.group.optional(),
  priority: priorityField.optional(),
  weight: weightField.optional(),
  tag: channelFields.shape.tag.optional(),
});
const BATCH_MAX = 1000;

/** The keys of a channel that lists of channels are about. */
const channelKeys = z.array(channelKey);

const tagBody = z.object({
  tag: z.string({ error: 'tag_required' }).trim().min(1, 'tag_required').max(100),
});

export const channelEndpoints = {
  listChannels: endpoint({
    method: 'GET',
    path: '/api/channel/',
    access: 'admin',
    summary: 'Channels by priority and newest first, by ID (id_sort) or grouped by tag (tag_mode)',
    query: listQuery,
    data: pageOf(channelRow),
  }),
  searchChannels: endpoint({
    method: 'GET',
    path: '/api/channel/search',
    access: 'admin',
    summary: 'Channels by ID, name or key (keyword), model, group, tag, type and condition, sorted',
    query: searchQuery,
    data: pageOf(channelRow).extend({
      /** How many match of each condition, whichever of them is asked for. */
      conditions: z.record(z.enum(CHANNEL_CONDITIONS), count),
    }),
  }),
  getChannel: endpoint({
    method: 'GET',
    path: '/api/channel/{id}',
    access: 'admin',
    summary: 'One channel, without its key',
    params: idParams,
    data: channelEntity,
  }),
  getChannelHealth: endpoint({
    method: 'GET',
    path: '/api/channel/health/{id}',
    access: 'admin',
    summary: 'Cooldowns and failures of a channel, its models and keys, as seen by this node',
    params: idParams,
    data: channelHealthDetail,
  }),
  releaseChannel: endpoint({
    method: 'POST',
    path: '/api/channel/release',
    access: 'admin',
    audit: 'channel',
    summary:
      'Resume a channel’s models or keys that are cooling down, or all of them, on every node',
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
    audit: 'channel',
    summary:
      'Create a channel, or one per line of the key; an empty key with `id` copies the key of that channel',
    body: channelFields.partial().extend({
      name: channelFields.shape.name,
      models: channelFields.shape.models,
      /** The channel to take the key from when `key` is empty (copy). */
      id: idField.optional(),
    }),
    /** The created channels. */
    data: z.array(channelEntity),
  }),
  updateChannel: endpoint({
    method: 'PUT',
    path: '/api/channel/',
    access: 'admin',
    audit: 'channel',
    summary: 'Change the given fields of a channel; others keep their values',
    body: channelFields.partial().extend({ id: idField }),
    data: channelEntity,
  }),
  deleteChannel: endpoint({
    method: 'DELETE',
    path: '/api/channel/{id}/',
    access: 'admin',
    audit: 'channel',
    summary: 'Delete a channel',
    params: idParams,
    data: z.null(),
  }),
  changeChannels: endpoint({
    method: 'PUT',
    path: '/api/channel/batch',
    access: 'admin',
    audit: 'channel',
    summary:
      'Change status, group, priority, weight or tag of many channels, all or none; returns the previous values',
    body: z.object({
      changes: z.array(channelChange).min(1).max(BATCH_MAX),
    }),
    data: z.object({
      /** The same changes with the former values: sent back they undo it. */
      before: z.array(channelChange),
      /** Rows that can't be changed; then none was. */
      refused: batchRefusals,
    }),
  }),
  deleteChannels: endpoint({
    method: 'POST',
    path: '/api/channel/batch/delete',
    access: 'admin',
    audit: 'channel',
    summary: 'Delete many channels, all or none',
    body: z.object({ ids: z.array(idField).min(1).max(BATCH_MAX) }),
    data: z.object({ deleted: count, refused: batchRefusals }),
  }),
  listChannelKeys: endpoint({
    method: 'GET',
    path: '/api/channel/keys/{id}',
    access: 'admin',
    summary: 'The keys of a channel by their last characters, and which are cooling down and why',
    params: idParams,
    data: channelKeys,
  }),
  addChannelKeys: endpoint({
    method: 'POST',
    path: '/api/channel/keys',
    access: 'admin',
    audit: 'channel',
    summary: 'Add keys to a channel, one per line; existing keys stay',
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
    audit: 'channel',
    summary: 'Turn one key of a channel on or off',
    body: z.object({ id: idField, fingerprint: z.string().max(64), on: z.boolean() }),
    data: channelKeys,
  }),
  removeChannelKey: endpoint({
    method: 'POST',
    path: '/api/channel/keys/remove',
    access: 'admin',
    audit: 'channel',
    summary: 'Remove one key of a channel',
    body: z.object({ id: idField, fingerprint: z.string().max(64) }),
    data: channelKeys,
  }),
  deleteDisabledChannels: endpoint({
    method: 'DELETE',
    path: '/api/channel/disabled',
    access: 'admin',
    audit: 'channel',
    summary: 'Delete all channels disabled manually or automatically',
    data: count,
  }),
  fixChannels: endpoint({
    method: 'POST',
    path: '/api/channel/fix',
    access: 'admin',
    audit: 'channel',
    summary: 'Rebuild the index of channels, models and groups',
    data: count,
  }),
  testChannel: endpoint({
    method: 'GET',
    path: '/api/channel/test/{id}',
    access: 'admin',
    audit: 'channel',
    changesState: true,
    summary: 'Test one channel with a small call',
    params: idParams,
    query: z.object({ model: z.string().trim().max(200).catch('') }),
    data: z.object({
      time: z.number(),
      model: z.string(),
      status: z.number().int(),
      /** First 200 characters of the fault, empty when the test passed. */
      excerpt: z.string(),
      /** Why it failed, for the console to put in words; null when it passed. */
      cause: testCause.nullable(),
    }),
    extras: z.object({ time: z.number() }),
  }),
  testAllChannels: endpoint({
    method: 'GET',
    path: '/api/channel/test',
    access: 'admin',
    audit: 'channel',
    changesState: true,
    summary: 'Start testing all channels in the background',
    data: z.null(),
  }),
  getTestProgress: endpoint({
    method: 'GET',
    path: '/api/channel/test_progress',
    access: 'admin',
    summary: 'Progress of the test of all channels',
    data: z.object({
      running: z.boolean(),
      total: count,
      done: count,
      failed: count,
      started_at: count,
      /** 0 while it runs, and before the first. */
      finished_at: count,
      /** The first channels that failed, and why. */
      failures: z.array(z.object({ id: count, name: z.string(), reason: z.string() })),
    }),
  }),
  updateBalance: endpoint({
    method: 'GET',
    path: '/api/channel/update_balance/{id}/',
    access: 'admin',
    audit: 'channel',
    changesState: true,
    summary: 'Query the upstream balance of a channel',
    params: idParams,
    data: z.object({ balance: z.number() }),
    extras: z.object({ balance: z.number() }),
  }),
  updateAllBalances: endpoint({
    method: 'GET',
    path: '/api/channel/update_balance',
    access: 'admin',
    audit: 'channel',
    changesState: true,
    summary: 'Query the upstream balances of all enabled channels',
    data: z.object({ updated: count, failed: count }),
  }),
  listKnownModels: endpoint({
    method: 'GET',
    path: '/api/channel/models',
    access: 'admin',
    summary: 'All models the gateway knows, sorted',
    data: z.array(z.object({ id: z.string() })),
  }),
  listChannelTypes: endpoint({
    method: 'GET',
    path: '/api/channel/types',
    access: 'admin',
    summary: 'Channel types and the fields of their forms',
    data: z.array(channelTypeEntity),
  }),
  listModelsByType: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'admin',
    summary: 'Models by channel type',
    data: z.record(z.string(), z.array(z.string())),
  }),
  fetchStoredModels: endpoint({
    method: 'GET',
    path: '/api/channel/fetch_models/{id}',
    access: 'admin',
    summary: 'Model list from the upstream of a saved channel',
    params: idParams,
    data: z.array(z.string()),
  }),
  fetchModels: endpoint({
    method: 'POST',
    path: '/api/channel/fetch_models',
    access: 'admin',
    audit: false,
    summary: 'Model list from an upstream that is not saved yet',
    body: z.object({
      base_url: z.string().trim().max(500).default(''),
      key: z
        .string({ error: 'fetch_models_key_required' })
        .trim()
        .min(1, 'fetch_models_key_required')
        .max(500_000),
      type: z.number().int().min(1).max(CHANNEL_TYPE_MAX).default(1),
      other: z.string().max(10_000).default(''),
    }),
    data: z.array(z.string()),
  }),
  updateTag: endpoint({
    method: 'PUT',
    path: '/api/channel/tag',
    access: 'admin',
    audit: 'channel',
    summary: 'Change the given fields of all channels with a tag',
    body: tagBody.extend({
      new_tag: z.string().trim().max(100).nullish(),
      model_mapping: z.string().max(50_000).nullish(),
      groups: commaList('channel_group_required').nullish(),
      models: commaList('channel_models_not_list').nullish(),
      priority: priorityField.nullish(),
      weight: weightField.nullish(),
    }),
    data: count,
  }),
  enableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/enabled',
    access: 'admin',
    audit: 'channel',
    summary: 'Enable all channels with a tag',
    body: tagBody,
    data: count,
  }),
  disableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/disabled',
    access: 'admin',
    audit: 'channel',
    summary: 'Disable all channels with a tag',
    body: tagBody,
    data: count,
  }),
  setTagOfChannels: endpoint({
    method: 'POST',
    path: '/api/channel/batch/tag',
    access: 'admin',
    audit: 'channel',
    summary: 'Tag many channels',
    body: tagBody.extend({
      ids: z.array(idField, { error: 'tag_ids_required' }).min(1, 'tag_ids_required').max(10_000),
    }),
    data: count,
  }),
};
