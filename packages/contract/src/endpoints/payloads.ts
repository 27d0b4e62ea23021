import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { payloadEntity, payloadReplay } from '../entities/payload.ts';
import { idField, idParams } from '../paging.ts';

const callParams = z.object({ id: z.string().regex(/^\w{1,64}$/) });

/** Stored requests and responses: for the super admin only, in a confirmed session. */
export const payloadEndpoints = {
  readPayload: endpoint({
    method: 'GET',
    path: '/api/payload/{id}',
    access: 'root',
    scope: 'session',
    audit: 'log',
    changesState: true,
    summary: 'The request and response of a recorded call; needs a confirmed session',
    summaryZh: '一次调用中调用方发送和收到的内容（如有保留）；需要已确认的会话',
    params: callParams,
    data: payloadEntity,
  }),
  replayPayload: endpoint({
    method: 'POST',
    path: '/api/payload/{id}/replay',
    access: 'root',
    scope: 'session',
    audit: 'log',
    summary:
      'Send a recorded call to a channel again, without streaming; nobody is charged. Needs a confirmed session',
    summaryZh: '把保留的调用以非流式再发给一个渠道，不向任何人扣费；需要已确认的会话',
    params: callParams,
    body: z.object({ channel: idField }),
    data: payloadReplay,
  }),
  setPayloadLog: endpoint({
    method: 'PUT',
    path: '/api/token/{id}/payload_log',
    access: 'root',
    scope: 'session',
    audit: 'token',
    summary: 'Turn payload logging of a key on or off; needs a confirmed session',
    summaryZh: '开启或停止保留令牌调用的收发内容；需要已确认的会话',
    params: idParams,
    body: z.object({ on: z.boolean() }),
    data: z.null(),
  }),
};
