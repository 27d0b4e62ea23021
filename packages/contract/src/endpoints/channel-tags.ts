import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { commaList, priorityField, weightField } from '../entities/channel.ts';
import { idField } from '../paging.ts';
import { nameText } from '../entities/readable-name.ts';

const tagBody = z.object({
  tag: z.string({ error: 'tag_required' }).trim().min(1, 'tag_required').max(100),
});

/** Endpoints that change all channels with a tag at once. */
export const channelTagEndpoints = {
  updateTag: endpoint({
    method: 'PUT',
    path: '/api/channel/tag',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Change the given fields of all channels with a tag',
    summaryZh: '修改标签下所有渠道的指定字段',
    body: tagBody.extend({
      new_tag: nameText().max(100).nullish(),
      model_mapping: z.string().max(50_000).nullish(),
      groups: commaList('channel_group_required').nullish(),
      models: commaList('channel_models_not_list').nullish(),
      priority: priorityField.nullish(),
      weight: weightField.nullish(),
    }),
    data: z.number().int(),
  }),
  enableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/enabled',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Enable all channels with a tag',
    summaryZh: '启用标签下的所有渠道',
    body: tagBody,
    data: z.number().int(),
  }),
  disableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/disabled',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Disable all channels with a tag',
    summaryZh: '禁用标签下的所有渠道',
    body: tagBody,
    data: z.number().int(),
  }),
  setTagOfChannels: endpoint({
    method: 'POST',
    path: '/api/channel/batch/tag',
    access: 'admin',
    scope: 'channels:write',
    audit: 'channel',
    summary: 'Tag many channels',
    summaryZh: '批量设置渠道标签',
    body: z.object({
      tag: nameText('tag_required').min(1, 'tag_required').max(100),
      ids: z.array(idField, { error: 'tag_ids_required' }).min(1, 'tag_ids_required').max(10_000),
    }),
    data: z.number().int(),
  }),
};
