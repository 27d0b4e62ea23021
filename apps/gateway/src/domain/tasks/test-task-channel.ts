import type { Outbound, OutboundResponse } from '../../platform/outbound.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { requestTaskChannel } from './request-task-channel.ts';
import { platformOfType, platforms } from './task-platforms.ts';

const TIMEOUT_MS = 30_000;

/** Returns whether a channel's type creates tasks. */
export function supportsTasks({ type }: RuntimeChannel): boolean {
  return platformOfType(type) !== undefined;
}

/** Queries a service for no tasks, which costs nothing and proves that URL and key work. */
export function probeTaskChannel(
  outbound: Outbound,
  channel: RuntimeChannel,
): Promise<OutboundResponse> {
  const { listPath } = platforms[platformOfType(channel.type) ?? 'mj'];
  return requestTaskChannel(outbound, {
    channel,
    path: listPath,
    body: { ids: [] },
    timeoutMs: TIMEOUT_MS,
  });
}

/** Returns whether the response is a list of tasks. */
export function isTaskList({ type }: RuntimeChannel, text: string): boolean {
  try {
    return platforms[platformOfType(type) ?? 'mj'].readList(JSON.parse(text)) !== undefined;
  } catch {
    return false;
  }
}
