import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { PricingPage } from './page.tsx';

const model = (name: string, capabilities: string[]) => ({
  model_name: name,
  quota_type: 0,
  model_ratio: 1,
  completion_ratio: 1,
  enable_groups: ['default'],
  capabilities,
});

test('the list shows only models with the capabilities in the URL', async () => {
  fakeServer({
    'GET /api/pricing': () =>
      Response.json({
        success: true,
        message: '',
        data: [model('sees', ['vision', 'tools']), model('reads', ['tools'])],
        group_ratio: { default: 1 },
        usable_group: { default: 'Everybody' },
        user_group: ['default'],
      }),
  });
  await renderAt('/pricing?capability=vision', () => <PricingPage />);
  expect((await screen.findAllByText('sees')).length).toBeGreaterThan(0);
  expect(screen.queryByText('reads')).toBeNull();
});
