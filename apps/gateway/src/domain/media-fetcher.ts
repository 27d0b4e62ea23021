import { createOutbound, type Outbound } from '../platform/outbound.ts';
import { createWorkerOutbound } from '../platform/worker-outbound.ts';
import type { Config } from '../platform/config.ts';
import type { OptionStore } from './options/options.ts';

/**
 * The way to what clients and upstreams name by address: media, and where owners want to hear of
 * their tasks. By the operator's worker where there is one.
 */
export function createMediaFetcher({
  config,
  options,
}: {
  readonly config: Config;
  readonly options: OptionStore;
}): Outbound {
  const { ALLOW_PRIVATE_MEDIA: allowPrivate, ALLOW_PRIVATE_UPSTREAMS: allowPrivateWorker } = config;
  return createWorkerOutbound({
    direct: createOutbound(allowPrivate),
    ask: createOutbound(allowPrivateWorker),
    allowPrivate,
    worker: () => ({ url: options.text('WorkerUrl'), key: options.text('WorkerValidKey') }),
  });
}
