import type { BodyInputOf, endpoints } from '@tollgate/contract';

const OPENAI = 1;
const MODELS = 'gpt-4o,gpt-4o-mini,gpt-5-mini,text-embedding-3-small,omni-moderation-latest';

/** Channels to the simulator: one for most calls, a second behind it, one that is switched off. */
export function listChannels(simulatorUrl: string): BodyInputOf<typeof endpoints.createChannel>[] {
  const shared = {
    type: OPENAI,
    base_url: simulatorUrl,
    key: 'sk-simulated',
    models: MODELS,
    group: 'default',
    test_model: 'gpt-4o-mini',
  };
  return [
    { ...shared, name: 'Simulator', priority: 10, weight: 1, tag: 'simulated' },
    { ...shared, name: 'Simulator (second)', priority: 0, weight: 1, tag: 'simulated' },
    { ...shared, name: 'Simulator (off)', status: 2, priority: 0, weight: 0 },
  ];
}
