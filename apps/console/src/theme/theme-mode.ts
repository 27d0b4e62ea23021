import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { keepItem } from '../keep-item.ts';

const KEY = 'theme-mode';

/** Stores the theme as exactly `dark` or `light`; light unless dark is stored. */
export const themeModeStore: MantineColorSchemeManager = {
  get: () => (localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light'),
  set: (value: MantineColorScheme) => keepItem(KEY, value === 'dark' ? 'dark' : 'light'),
  subscribe() {},
  unsubscribe() {},
  clear: () => localStorage.removeItem(KEY),
};
