import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import i18next from 'i18next';
import { calls } from 'virtual:calls';
import { decideAccess } from './session/access.ts';
import { callEndpoint } from './api/call-endpoint.ts';
import { CrashPage } from './app-shell/crash-page.tsx';
import { Shell } from './app-shell/shell.tsx';
import { addTexts } from './language.ts';
import { NotFoundPage } from './pages/not-found/page.tsx';
import { allPages, type Page, pages, redirects } from './pages/index.ts';
import { loadPageComponent } from './pages/load-page-component.ts';
import { searchOptions } from './search-options.ts';
import { nextQuery } from './session/next-address.ts';
import { readStoredUser, viewerOf } from './session/session.ts';
import { toastError } from './ui/feedback/toasts.tsx';

/** Redirects from pages that this viewer may not open. A preload shows no message. */
function guard({ access }: Page, preload: boolean, address: string): void {
  const decision = decideAccess(access, viewerOf(readStoredUser()));
  if (decision === 'login') throw redirect({ to: pages.login.path, search: nextQuery(address) });
  if (decision === 'refuse') {
    if (!preload) toastError(new Error(i18next.t('shell.noPermission')));
    throw redirect({ to: pages.dashboard.path });
  }
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

/** Loads the code and the texts of a page in parallel. Throws ApiError while the server is unreachable. */
async function loadPage({ file, texts = [] }: Page): ReturnType<typeof loadPageComponent> {
  try {
    const [module] = await Promise.all([loadPageComponent({ file }), addTexts(texts)]);
    return module;
  } catch (error) {
    // If the server is unreachable, say so; otherwise the crash page reloads once. The message is our own,
    // because the router reacts to the browser's with an unguarded reload.
    await callEndpoint(calls.getStatus);
    throw new Error(`Missing: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const pageRoutes = allPages.map((page) =>
  createRoute({
    getParentRoute: () => root,
    path: page.path,
    component: lazyRouteComponent(() => loadPage(page)),
    errorComponent: CrashPage,
    beforeLoad: ({ preload, location }) => guard(page, preload, location.href),
  }),
);

const redirectRoutes = Object.entries(redirects).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to });
    },
  }),
);

export const router = createRouter({
  routeTree: root.addChildren([...pageRoutes, ...redirectRoutes]),
  ...searchOptions,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
