import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CHANNEL_TYPE_MAX, channelTypeEntity } from '../entities/channel.ts';
import { idParams } from '../paging.ts';

/** Endpoints that list channel types and models. */
export const channelModelEndpoints = {
  listKnownModels: endpoint({
    method: 'GET',
    path: '/api/channel/models',
    access: 'admin',
    scope: 'channels:read',
    summary: 'All models the gateway knows, sorted',
    summaryZh: '网关已知的全部模型，已排序',
    data: z.array(z.object({ id: z.string() })),
  }),
  listChannelTypes: endpoint({
    method: 'GET',
    path: '/api/channel/types',
    access: 'admin',
    scope: 'channels:read',
    summary: 'Channel types and the fields of their forms',
    summaryZh: '渠道类型及其表单字段',
    data: z.array(channelTypeEntity),
  }),
  listModelsByType: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'admin',
    scope: 'channels:read',
    summary: 'Models by channel type',
    summaryZh: '各渠道类型的模型',
    data: z.record(z.string(), z.array(z.string())),
  }),
  fetchStoredModels: endpoint({
    method: 'GET',
    path: '/api/channel/fetch_models/{id}',
    access: 'admin',
    scope: 'channels:write',
    summary: 'Model list from the upstream of a saved channel',
    summaryZh: '从已保存渠道的上游获取模型列表',
    params: idParams,
    data: z.array(z.string()),
  }),
  fetchModels: endpoint({
    method: 'POST',
    path: '/api/channel/fetch_models',
    access: 'admin',
    scope: 'channels:write',
    audit: false,
    summary: 'Model list from an upstream that is not saved yet',
    summaryZh: '从尚未保存的上游获取模型列表',
    body: z.object({
      base_url: z.string().trim().max(500).default(''),
      key: z
        .string({ error: 'fetch_models_key_required' })
        .trim()
        .min(1, 'fetch_models_key_required')
        .max(500_000),
      type: z.number().int().min(1).max(CHANNEL_TYPE_MAX).default(1),
      other: z.string().max(10_000).default(''),
      setting: z.string().max(20_000).default(''),
    }),
    data: z.array(z.string()),
  }),
};
