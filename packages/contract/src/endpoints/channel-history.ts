import { endpoint } from '../endpoint.ts';
import { channelHistory } from '../entities/channel-history.ts';
import { idParams } from '../paging.ts';

export const channelHistoryEndpoints = {
  getChannelHistory: endpoint({
    method: 'GET',
    path: '/api/channel/history/{id}',
    access: 'admin',
    scope: 'channels:read',
    summary:
      'Hourly latencies of a channel over the last 24 hours, and its recent events: cooldowns, switches, tests and changes',
    summaryZh: '渠道近 24 小时每小时的延迟，以及近期事件：冷却、启停、测试与修改',
    params: idParams,
    data: channelHistory,
  }),
};
