import { createOutbound, type Outbound } from '../platform/outbound.ts';
import { createWorkerOutbound } from '../platform/worker-outbound.ts';
import type { Config } from '../platform/config.ts';
import type { OptionStore } from './options/options.ts';

/**
 * Creates the connection to URLs that clients and upstreams supply: media, and task webhooks. Goes through
 * the operator's worker if there is one.
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
    direct: createOutbound(allowPrivate, { forCallers: true }),
    toWorker: createOutbound(allowPrivateWorker),
    allowPrivate,
    worker: () => ({ url: options.text('WorkerUrl'), key: options.text('WorkerValidKey') }),
  });
}
