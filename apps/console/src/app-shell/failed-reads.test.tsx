import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calls } from 'virtual:calls';
import { expect, test } from 'vitest';
import { failure, fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { ErrorState } from '../ui/feedback/empty-state.tsx';
import { FailedReads } from './failed-reads.tsx';

/** A list that shows its error, and a figure beside it that cannot. */
function Page() {
  const list = useEndpoint(calls.listLogs);
  const figure = useEndpoint(calls.getLogStat);
  return (
    <>
      <FailedReads />
      {list.error ? <ErrorState error={list.error} /> : 'the list'}
      {figure.data ? 'the figure' : '–'}
    </>
  );
}

const partly = (reason: string) => text('shell.connection.partly', { reason });

test('a part that fails without words of its own is named above the page, and read again on request', async () => {
  let isBroken = true;
  fakeServer({
    'GET /api/log/stat': () => (isBroken ? failure(400, 'no figures') : { quota: 1 }),
  });
  await renderAt('/log', Page);
  expect((await screen.findByText(partly('no figures'))).closest('[role=alert]')).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  await screen.findByText(/the figure/);
  await waitFor(() => expect(screen.queryByText(partly('no figures'))).toBeNull());
});

test('an error that the page shows itself is not repeated above it', async () => {
  fakeServer({
    'GET /api/log/': () => failure(400, 'no list'),
    'GET /api/log/stat': () => failure(400, 'no figures'),
  });
  await renderAt('/log', Page);
  await screen.findByText('no list');
  await screen.findByText(partly('no figures'));
  expect(screen.queryByText(partly('no list'))).toBeNull();
});
