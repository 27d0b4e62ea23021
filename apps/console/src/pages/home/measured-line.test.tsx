import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { HomePage } from './page.tsx';

const NAME = 'sees';

/** Opens the home page of a site with one model, measured like this. */
async function open(answered: number | null, firstToken: number | null) {
  localStorage.clear();
  fakeServer({
    'GET /api/home_page_content': () => '',
    'GET /api/status': () => ({ service_status: true }),
    'GET /api/status/models': () => ({
      answered: null,
      first_day: 1_767_225_600,
      days: [],
      failover: false,
      models: [{ model_name: NAME, answered, days: [], first_token_ms: firstToken }],
    }),
    'GET /api/pricing': () =>
      Response.json({
        success: true,
        message: '',
        data: [
          {
            model_name: NAME,
            quota_type: 0,
            model_ratio: 1,
            completion_ratio: 1,
            enable_groups: ['default'],
          },
        ],
        group_ratio: { default: 1 },
        usable_group: { default: 'Everybody' },
        user_group: ['default'],
      }),
  });
  await renderAt('/', HomePage);
  await screen.findByText(text('home.models.all', { count: 1 }));
}

const foot = () => document.querySelector('.code-sample-foot')?.textContent;

test.each([
  [0.9892, 330, 'First token 0.33 sAnswered, 30 days 98.92%sees'],
  [0.9892, null, 'Answered, 30 days 98.92%sees'],
] as const)(
  'below the sample stand only figures that were measured: %s answered, first token %s ms',
  async (answered, firstToken, line) => {
    await open(answered, firstToken);
    expect(foot()).toBe(line);
  },
);

test('a model without measured calls gets no line below the sample', async () => {
  await open(null, null);
  expect(foot()).toBeUndefined();
});
