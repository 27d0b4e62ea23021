import './theme/mantine-styles.ts';
import './theme/tokens.css';
import './theme/fonts.css';
import './theme/theme.css';
import './theme/touch.css';
import './theme/forced-colors.css';
import { MantineProvider } from '@mantine/core';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, StrictMode, Suspense, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { readPreloaded } from './preloaded-responses.ts';
import { startTexts } from './language.ts';
import { reloadOnce } from './app-shell/reload-once.ts';
import { loadPart } from './lazy-part.ts';
import { router } from './router.tsx';
import { QuotaDisplayProvider } from './status.ts';
import { TextsProvider } from './texts.tsx';
import { cssVariables, theme } from './theme/theme.ts';
import { watchSession } from './session/watch-session.ts';
import { themeModeStore } from './theme/theme-mode.ts';

// The content security policy forbids generating code at run time, which zod would otherwise try. Set before
// zod itself arrives with the first page that validates something.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const Overlays = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await loadPart(() => import('./app-shell/overlays.tsx'))).Overlays };
  } catch {
    // An update removed the chunk. Nothing above the router catches this: without it the screen stays blank.
    void reloadOnce().catch(() => undefined);
    return { default: () => null };
  }
});

// A call shows as pending before the next event, or the second click of a double click would start it again.
// Responses wait for a task as usual: what they report must not be lost with the row that they remove.
notifyManager.setScheduler((notify) =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells whether an event is handled now
  window.event === undefined ? void setTimeout(notify, 0) : queueMicrotask(notify),
);

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false } },
});

watchSession(() => location.reload());

/** Removes the document's initial content in the same commit that renders the page. */
function BootRemoval() {
  useLayoutEffect(() => document.getElementById('boot')?.remove(), []);
  return null;
}

/** How long the first paint waits for responses that the document requested. */
const LATE_MS = 250;

const container = document.getElementById('root') as HTMLElement;

// The document's initial content is replaced by the complete page at once, not by an empty frame.
void startTexts()
  .then(() => Promise.all([router.load(), readPreloaded(LATE_MS)]))
  .then(() => {
    createRoot(container).render(
      <StrictMode>
        <BootRemoval />
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={themeModeStore}
          defaultColorScheme="light"
        >
          <QueryClientProvider client={queryClient}>
            <TextsProvider>
              <QuotaDisplayProvider>
                <RouterProvider router={router} />
                <Suspense fallback={null}>
                  <Overlays />
                </Suspense>
              </QuotaDisplayProvider>
            </TextsProvider>
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    );
  });
