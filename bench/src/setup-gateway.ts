import { setUpChannels } from './set-up-channels.ts';

export interface GatewaySetup {
  /** Origin of the gateway. */
  url: string;
  /** Origins of the upstreams, a channel each. */
  upstreams: readonly string[];
  model: string;
}

/** Makes a fresh gateway ready with OpenAI channels of one model. Returns a key without limit. */
export function setUpGateway({ url, upstreams, model }: GatewaySetup): Promise<string> {
  return setUpChannels(
    url,
    upstreams.map((upstream) => ({ type: 1, base_url: upstream, models: model })),
  );
}
