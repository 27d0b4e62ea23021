import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { RecentRowsOnly } from './recent-rows-only.tsx';

const show = (since: number | undefined) => {
  fakeServer();
  return renderAt('/', () => (
    <>
      <RecentRowsOnly since={since} />
      <output data-testid="rest" />
    </>
  ));
};

test('an incomplete log says so, and since when it is complete', async () => {
  await show(Date.UTC(2026, 9, 1, 12) / 1000);
  const [message] = await screen.findAllByRole('status');
  expect(message?.textContent).toContain('2026-10-01');
});

test('a complete log shows no notice', async () => {
  await show(undefined);
  await screen.findByTestId('rest');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByRole('status')).toHaveLength(1);
});
