import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ModelPage } from './model-page.tsx';
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

test('a model’s own page names its provider and limits, what a call costs, and the provider’s other models', async () => {
  const priced = (name: string, fields: object) => ({ ...model(name, ['tools']), ...fields });
  fakeServer({
    'GET /api/pricing': () =>
      Response.json({
        success: true,
        message: '',
        data: [
          priced('claude-a', { model_ratio: 1.5, completion_ratio: 5, context: 200_000 }),
          priced('claude-b', {}),
          priced('gpt-c', {}),
        ],
        group_ratio: { default: 1 },
        usable_group: { default: 'Everybody' },
        user_group: ['default'],
      }),
  });
  await renderAt('/pricing/claude-a', () => <ModelPage />, '/pricing/$id');
  expect(await screen.findByText('200K')).toBeTruthy();
  expect(screen.getAllByText('Anthropic').length).toBeGreaterThan(0);
  expect(screen.getByText(/\$0\.045/)).toBeTruthy();
  const others = screen.getByRole('region', {
    name: text('pricing.details.others', { vendor: 'Anthropic' }),
  });
  expect(others.textContent).toContain('claude-b');
  expect(others.textContent).not.toContain('gpt-c');
});
