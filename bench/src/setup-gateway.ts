import { setUpChannels } from './set-up-channels.ts';

export interface GatewaySetup {
  /** Origin of the gateway. */
  url: string;
  /** Origins of the upstreams, one channel each. */
  upstreams: readonly string[];
  model: string;
}

/** Sets up a fresh gateway with OpenAI channels for one model. Returns a key without limit. */
export function setUpGateway({ url, upstreams, model }: GatewaySetup): Promise<string> {
  return setUpChannels(
    url,
    upstreams.map((upstream) => ({ type: 1, base_url: upstream, models: model })),
  );
}
