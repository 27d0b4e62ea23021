import { isTooComplex } from '@tollgate/dialects';
import type { Outbound, OutboundResponse } from '../../platform/outbound.ts';
import type { TaskPlatform } from '../../store/tasks-table.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { accountHeaders } from '../channels/upstream-request.ts';
import { platformOfType } from './task-platforms.ts';

export interface TaskChannelRequest {
  channel: RuntimeChannel;
  /** The path after the channel's base URL. */
  path: string;
  /** Undefined for a GET. */
  body?: unknown;
  timeoutMs: number;
}

/** Responses contain lists of tasks, with lyrics and buttons. */
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Queries the service behind a channel for tasks. Rejects if there is no response. One that would take too
 * long to parse counts as empty: a poll must not block the event loop.
 */
export async function requestTaskChannel(
  outbound: Outbound,
  { channel, path, body, timeoutMs }: TaskChannelRequest,
): Promise<OutboundResponse> {
  const response = await outbound({
    url: channel.baseUrl.replace(/\/+$/, '') + path,
    method: body === undefined ? 'GET' : 'POST',
    headers: accountHeaders(
      channel,
      authOf(platformOfType(channel.type), channel.key),
      body === undefined ? undefined : 'application/json',
    ),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs,
    maxBytes: RESPONSE_BYTES_MAX,
  });
  return isTooComplex(response.bytes)
    ? { ...response, bytes: Buffer.alloc(0), text: '' }
    : response;
}

/** Returns the authorization headers, both for image tasks, because the service may be another gateway. */
function authOf(platform: TaskPlatform | undefined, key: string): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    ...(platform === 'mj' ? { 'mj-api-secret': key } : {}),
  };
}
