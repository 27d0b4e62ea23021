import { optionRegistry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { findSections, listSections, TABS } from './sections.ts';

test('every option is in a section, and no section is empty', () => {
  const shown = TABS.flatMap(listSections);
  expect(shown.filter(({ options }) => options.length === 0)).toEqual([]);
  const keys = new Set(shown.flatMap(({ options }) => options.map(({ key }) => key)));
  expect(optionRegistry.filter(({ key }) => !keys.has(key))).toEqual([]);
});

test('a search finds an option once, even if its section is in two tabs', () => {
  expect(
    findSections(({ key }) => key === 'RetryTimes').map(({ tab, group, options }) => [
      tab,
      group,
      options.map(({ key }) => key),
    ]),
  ).toEqual([['operation', 'general', ['RetryTimes']]]);
});
