import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useState } from 'react';
import { renderAt } from '../../../test-support/render-at.tsx';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { Age } from './age.tsx';

const READ_MS = Date.UTC(2026, 10, 23, 12, 0, 0);
afterEach(() => vi.useRealTimers());

test('an age counts up without re-rendering its page, and stays while newer data is fetched', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: READ_MS + 4000 });
  fakeServer();
  let drawn = 0;
  let read = (_ms: number) => {};
  await renderAt('/', () => {
    const [atMs, set] = useState(READ_MS);
    read = set;
    drawn += 1;
    return <Age atMs={atMs} />;
  });
  const before = drawn;
  const shown = () => screen.getByText(/ago$/).textContent;
  expect(shown()).toContain('4');
  await act(async () => vi.advanceTimersByTime(8000));
  expect(shown()).toContain('12');
  expect(drawn).toBe(before);
  await act(async () => read(0));
  expect(shown()).toContain('12');
  await act(async () => read(READ_MS + 12_000));
  expect(shown()).toContain('0');
  await act(async () => vi.advanceTimersByTime(121_000));
  expect(shown()).toContain('2');
});

test('the time itself is available to screen readers and on hover', async () => {
  fakeServer();
  await renderAt('/', () => <Age atMs={READ_MS} />);
  const time = document.querySelector('time');
  expect(time?.dateTime).toBe(new Date(READ_MS).toISOString());
  expect(time?.querySelector('[aria-hidden]')?.textContent).not.toContain(':');
  expect(time?.textContent).toContain(':');
  expect(time?.dataset['tip']).toContain(':');
});
