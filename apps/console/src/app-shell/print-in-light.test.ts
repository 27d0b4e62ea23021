import { expect, onTestFinished, test } from 'vitest';
import { printInLight } from './print-in-light.ts';

test.each(['dark', 'light'])('a page in the %s theme is printed in light colors', (theme) => {
  const root = document.documentElement;
  root.dataset['mantineColorScheme'] = theme;
  onTestFinished(printInLight());
  onTestFinished(() => root.removeAttribute('data-mantine-color-scheme'));
  const colors = () => root.dataset['mantineColorScheme'];
  window.dispatchEvent(new Event('beforeprint'));
  expect(colors()).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(colors()).toBe(theme);
});
