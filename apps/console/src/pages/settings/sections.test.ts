import { optionRegistry, PAYMENT_PROVIDER_IDS, paymentProviderTable } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { findSections, guideOf, listSections, TABS } from './sections.ts';

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

test('all payment providers are listed in one tab, each with the manual’s page on payments', () => {
  const groups = listSections('system').map(({ group }) => group);
  const payments = PAYMENT_PROVIDER_IDS.map((id) => paymentProviderTable[id].settings.section);
  expect(groups).toEqual(expect.arrayContaining(payments));
  expect(new Set(payments.map(guideOf))).toEqual(new Set(['payments']));
});
