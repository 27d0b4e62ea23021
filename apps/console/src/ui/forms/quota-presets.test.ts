import { expect, test } from 'vitest';
import { QUOTA_PRESETS } from './quota-presets.ts';

test('a preset of n$ is n times 500,000 quota', () => {
  for (const { quota, label } of QUOTA_PRESETS)
    expect(quota).toBe(Number(label.replace('$', '')) * 500_000);
});
