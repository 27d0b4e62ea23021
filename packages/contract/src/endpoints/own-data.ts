import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** One line of a user's data download. */
const ownDataLine = z.object({
  kind: z.enum([
    'profile',
    'passkey',
    'identity',
    'former_name',
    'session',
    'access_token',
    'saved_view',
    'team',
    'invitation',
    'invitation_sent',
    'notification_target',
    'subscription',
    'notification',
    'earnings_change',
    'rebate',
    'agent',
    'payout',
    'bought_code',
    'redeemed_code',
    'registration_code',
    'registration',
    'task',
    'file',
    'batch',
    'key',
    'order',
    'balance_change',
    'sign_in',
    'log',
    'payload',
  ]),
  /** The row as the endpoints that list it return it, without secrets. */
  row: z.record(z.string(), z.unknown()),
});

export const ownDataEndpoints = {
  exportOwnData: endpoint({
    method: 'GET',
    path: '/api/user/self/data',
    access: 'user',
    scope: 'session',
    summary: 'All your data as NDJSON; needs a confirmed session',
    summaryZh: '以 JSON 行下载属于自己的全部数据；需要已确认的会话',
    streams: 'lines',
    data: ownDataLine,
  }),
};
