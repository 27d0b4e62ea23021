import { setUpGateway } from '../setup-gateway.ts';
import { startGateway } from '../start-gateway.ts';
import type { Target } from '../target.ts';

/** Our gateway with the full path: key, limits, reservation, routing, charge, log. */
export const tollgateTarget: Target = {
  name: 'tollgate',
  label: 'Tollgate, full path',
  async start({ stage, upstream, model }) {
    const gateway = await startGateway(stage);
    try {
      const key = await setUpGateway({ url: gateway.url, upstreams: [upstream], model });
      return { ...gateway, headers: { authorization: `Bearer ${key}` } };
    } catch (error) {
      await gateway.stop();
      throw error;
    }
  },
};
