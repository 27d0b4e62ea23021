import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const KEY = 'theme-mode';

/** Stores the theme as exactly `dark` or `light`; light unless dark is stored. */
export const themeModeStore: MantineColorSchemeManager = {
  get: () => (localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light'),
  set: (value: MantineColorScheme) =>
    localStorage.setItem(KEY, value === 'dark' ? 'dark' : 'light'),
  subscribe() {},
  unsubscribe() {},
  clear: () => localStorage.removeItem(KEY),
};
