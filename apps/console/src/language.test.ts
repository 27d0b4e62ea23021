import i18next from 'i18next';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer } from '../test-support/fake-server.ts';
import { callEndpoint } from './api/call-endpoint.ts';
import { addTexts, setLanguage } from './language.ts';

/** Makes the page Chinese, without the texts of one area, until the test is over. */
async function openInChinese(area: 'orders'): Promise<void> {
  const { translation } = i18next.services.resourceStore.data['zh'] as {
    translation: Record<string, unknown>;
  };
  const { [area]: texts } = translation;
  onTestFinished(async () => {
    translation[area] = texts;
    localStorage.removeItem('language');
    await setLanguage('en');
    localStorage.removeItem('language');
  });
  await setLanguage('zh');
  delete translation[area];
}

const chooseInAnotherTab = (language: string) => localStorage.setItem('language', language);
const title = () => i18next.getResource('zh', 'translation', 'orders.title') as unknown;

test('a page opened after another tab has changed the language has texts in its own tab’s language', async () => {
  await openInChinese('orders');
  chooseInAnotherTab('en');
  await addTexts(['orders']);
  expect(title()).toBe('订单');
});

test('the server answers in the language of the tab, whichever another tab has chosen', async () => {
  await openInChinese('orders');
  chooseInAnotherTab('en');
  const server = fakeServer();
  await callEndpoint(calls.listOwnModels);
  expect(server.requests[0]?.headers.get('accept-language')).toBe('zh-CN');
});

test('of two languages chosen one after the other, the last one stays', async () => {
  await openInChinese('orders');
  await Promise.all([setLanguage('en'), setLanguage('zh')]);
  expect(i18next.language).toBe('zh');
  expect(document.documentElement.lang).toBe('zh-CN');
});

test('a page opened while the language is being changed has texts in the new one', async () => {
  await openInChinese('orders');
  await setLanguage('en');
  const switched = setLanguage('zh');
  await addTexts(['orders']);
  await switched;
  expect(title()).toBe('订单');
});
