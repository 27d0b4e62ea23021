import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer, page } from '../../test-support/fake-server.ts';
import { useEndpoint, useEndpointMutation } from './use-endpoint.ts';
import { useOptimisticRow } from './use-optimistic-row.ts';

const LIST = 'GET /api/user/search';

/** Renders a hook with its own cache and a list of names whose reads are resolved by the test. */
function renderWithList<Value>(useHook: () => Value, options = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => client.clear());
  const reads: ((response: string[] | Response) => void)[] = [];
  const server = fakeServer({
    [LIST]: () =>
      new Promise((resolve) => {
        reads.push((response) =>
          resolve(
            response instanceof Response
              ? response
              : page(response.map((username, index) => ({ id: index, username }))),
          ),
        );
      }),
  });
  const { result } = renderHook(
    () => ({ list: useEndpoint(calls.searchUsers, {}, options).data, hook: useHook() }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  const names = () => result.current.list?.items.map(({ username }) => username);
  return { client, server, reads, result, names };
}

test('a list whose first read began before a change shows the change', async () => {
  const { server, reads, result, names } = renderWithList(() =>
    useEndpointMutation(calls.createUser, [calls.searchUsers]),
  );
  server.serve('POST /api/user/', () => ({ id: 1, username: 'new' }));
  await waitFor(() => expect(reads).toHaveLength(1));
  act(() =>
    result.current.hook.mutate({
      body: { username: 'new', display_name: '', password: 'password1', role: 1 },
    }),
  );
  await waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.(['old', 'new']);
  reads[0]?.(['old']);
  await waitFor(() => expect(names()).toEqual(['old', 'new']));
});

test('a list whose first read was canceled by a change of a row is read again', async () => {
  const { server, reads, result, names } = renderWithList(() =>
    useOptimisticRow([calls.searchUsers], { returnsRow: true }),
  );
  server.serve('POST /api/user/manage', () => ({ id: 0, username: 'old' }));
  await waitFor(() => expect(reads).toHaveLength(1));
  await act(() => result.current.hook(0, {}, () => Promise.resolve({ username: 'old' })));
  await waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.(['old']);
  await waitFor(() => expect(names()).toEqual(['old']));
});

test('of two quick changes of a row that are answered in the wrong order, the list shows what is stored', async () => {
  const { reads, result, names } = renderWithList(() =>
    useOptimisticRow([calls.searchUsers], { returnsRow: true }),
  );
  await waitFor(() => expect(reads).toHaveLength(1));
  reads[0]?.(['old']);
  await waitFor(() => expect(names()).toEqual(['old']));
  const first = Promise.withResolvers<object>();
  await act(async () => {
    const slow = result.current.hook(0, { username: 'one' }, () => first.promise);
    await result.current.hook(0, { username: 'two' }, () => Promise.resolve({ username: 'two' }));
    first.resolve({ username: 'one' });
    await slow;
  });
  await waitFor(() => expect(reads).toHaveLength(2));
  expect(names()).toEqual(['two']);
  reads[1]?.(['two']);
});

test.each([false, 45_000])(
  'what the server can’t serve for now is read again when it says, and then every %s ms as before',
  async (refetchIntervalMs) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server, reads, names } = renderWithList(() => undefined, { refetchIntervalMs });
    await waitFor(() => expect(reads).toHaveLength(1));
    const away = { success: false, data: null, message: 'away', retry_after: 5 };
    reads[0]?.(Response.json(away, { status: 503, headers: { 'x-request-id': 'r1' } }));
    server.serve(LIST, () => page([{ id: 1, username: 'one' }]));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await waitFor(() => expect(names()).toEqual(['one']));
    const { length } = server.bodiesOf(LIST);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    // Not all requests: what another test left may probe whether the gateway is back.
    expect(server.bodiesOf(LIST)).toHaveLength(length);
  },
);
