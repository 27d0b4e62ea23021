import { createOutbound, type Outbound } from '../platform/outbound.ts';
import { createWorkerOutbound } from '../platform/worker-outbound.ts';
import type { Domain } from './domain.ts';

/**
 * The way to what clients and upstreams name by address: media, and where owners want to hear of
 * their tasks. By the operator's worker where there is one.
 */
export function createMediaFetcher({
  config,
  options,
}: Pick<Domain, 'config' | 'options'>): Outbound {
  const { ALLOW_PRIVATE_MEDIA: allowPrivate, ALLOW_PRIVATE_UPSTREAMS: allowPrivateWorker } = config;
  return createWorkerOutbound({
    direct: createOutbound(allowPrivate),
    ask: createOutbound(allowPrivateWorker),
    allowPrivate,
    worker: () => ({ url: options.text('WorkerUrl'), key: options.text('WorkerValidKey') }),
  });
}
