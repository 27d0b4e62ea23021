import { texts } from '@tollgate/i18n';
import { configure, getConfig } from '@testing-library/react';
import type { Window as HappyWindow } from 'happy-dom';
import i18next from 'i18next';
import * as React from 'react';
import { TEST_LIMITS } from '../../../test-limits.ts';

// A busy machine is slow, so timeouts are long. Tests have no styles, so nothing is hidden by style: checking
// for that would take most of a query's time.
configure({ asyncUtilTimeout: TEST_LIMITS.expect.poll.timeout, defaultHidden: true });

// An error that an element is missing prints the whole document. Whoever waits for one throws many of them, of
// which nobody reads the text.
const { getElementError } = getConfig();
configure({
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    return Object.defineProperty(error, 'message', {
      get: () => (text ??= getElementError(message, container).message),
      set(changed: string) {
        text = changed;
      },
      configurable: true,
    });
  },
});

// React's development build captures a stack for each of the first 10,000 elements of every second, which took
// a seventh of these tests' CPU. With that number always reached it captures none: its warnings lack the stack.
const internals = (React as unknown as Record<string, object | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set() {},
    configurable: true,
  });

// Happy-dom has no font loading, which Mantine's textarea waits for.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

if (!i18next.isInitialized)
  await i18next.init({
    lng: 'en',
    fallbackLng: 'zh',
    resources: { zh: { translation: texts.zh }, en: { translation: texts.en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });

const ADDRESS = location.href;

/** Empties storage, and resets the URL and language to those that every test starts with. */
export async function renewDocument(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  if (location.href !== ADDRESS) (window as unknown as HappyWindow).happyDOM.setURL(ADDRESS);
  if (i18next.language !== 'en') await i18next.changeLanguage('en');
}

export { cleanup } from '@testing-library/react';
