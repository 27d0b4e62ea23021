import { screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../test-support/fake-server.ts';
import { renderAt } from '../test-support/render-at.tsx';
import { connection } from './api/connection.ts';
import { lazyPart, loadPart } from './lazy-part.ts';
import { useUnsavedInput } from './session/unsaved-input.ts';

const MISSING = new TypeError('Failed to fetch dynamically imported module');
const noNetwork = () => Promise.reject(new TypeError('no network'));

function comeBack() {
  connection.recordFailure();
  connection.recordResponse();
}

test('a part that could not be fetched without a connection appears once the gateway is back, on the same page', async () => {
  onTestFinished(comeBack);
  const server = fakeServer({ 'GET /api/status': noNetwork });
  const load = vi.fn<() => Promise<{ default: () => string }>>();
  load.mockRejectedValueOnce(MISSING).mockResolvedValue({ default: () => 'the part' });
  const Part = lazyPart(load);
  await renderAt('/log', () => (
    <>
      <input aria-label="note" />
      <Suspense fallback="instead">
        <Part />
      </Suspense>
    </>
  ));
  await waitFor(() => expect(connection.read().state).toBe('lost'));
  screen.getByText('instead');
  const input = screen.getByLabelText('note');
  server.serve('GET /api/status', () => ({}));
  connection.recordResponse();
  await screen.findByText('the part');
  expect(screen.getByLabelText('note')).toBe(input);
});

test('code that an update removed is reported after a second attempt, but not while that would lose input', async () => {
  fakeServer();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(MISSING);
  await expect(loadPart(load)).rejects.toBe(MISSING);
  expect(load).toHaveBeenCalledTimes(2);
  await renderAt('/log', () => (useUnsavedInput(() => true), 'form'));
  const loaded = loadPart(load);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(4));
  load.mockResolvedValue('code');
  await expect
    .poll(() => {
      comeBack();
      return Promise.race([loaded, Promise.resolve()]);
    })
    .toBe('code');
});
