import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { Overlays } from '../src/app-shell/overlays.tsx';
import { QuotaDisplayProvider } from '../src/status.ts';
import { TextsProvider } from '../src/texts.tsx';
import { searchOptions } from '../src/search-options.ts';

/**
 * Renders a page at its URL with what surrounds every page: theme, cache, router, confirmations and toasts.
 * Any other URL only shows `elsewhere`. `path` is its route's, if that has parameters.
 */
export async function renderAt(
  address: string,
  Page: () => ReactNode,
  path = address.split('?')[0] ?? '/',
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path, component: Page }),
      createRoute({ getParentRoute: () => root, path: '$', component: () => 'elsewhere' }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    ...searchOptions,
  });
  // A response that came after the end of an earlier test may have left a toast.
  notifications.clean();
  onTestFinished(() => {
    notifications.clean();
    client.clear();
  });
  await router.load();
  render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={client}>
        <TextsProvider>
          <QuotaDisplayProvider>
            <RouterProvider router={router} />
            <Overlays />
          </QuotaDisplayProvider>
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { client, router };
}
