import type { BodyInputOf, endpoints } from '@tollgate/contract';

/** Returns the traffic rules of the showcase: one of each kind. */
export function listShowcaseRules(): BodyInputOf<typeof endpoints.createTrafficRule>[] {
  return [
    {
      name: 'Haiku instead of Sonnet',
      kind: 'canary',
      model: 'claude-sonnet-4-6',
      target_model: 'claude-haiku-4-5',
      percent: 5,
      enabled: true,
    },
    {
      name: 'Fast first token for vip',
      kind: 'hedge',
      group: 'vip',
      model: 'gpt-5-mini',
      percent: 5,
      enabled: true,
    },
    {
      name: 'Shadow Pro',
      kind: 'mirror',
      target_model: 'gemini-2.5-pro',
      model: 'gemini-2.5-flash',
      percent: 2,
    },
  ];
}
