import i18next from 'i18next';
import { expect, test } from 'vitest';
import { choiceLabel } from '../../settings/choice-label.ts';
import { methodName, methodNote } from './method-words.ts';

test('a payment method without texts is named by its brand, in the wallet and in the settings', async () => {
  const texts = i18next.createInstance();
  await texts.init({ lng: 'zh', resources: { zh: { translation: {} } } });
  expect(methodName(texts.t, 'zfb')).toBe('Alipay');
  expect(methodNote(texts.t, 'zfb')).toBe('');
  expect(choiceLabel(texts, 'zfb')).toBe('Alipay');
  expect(choiceLabel(texts, 'last')).toBe('last');
});

test('a localized text takes precedence over the brand', async () => {
  const texts = i18next.createInstance();
  const words = { wallet: { modal: { names: { zfb: '支付宝' }, notes: { zfb: '人民币' } } } };
  const setting = { choices: { zfb: '支付宝' } };
  await texts.init({ lng: 'zh', resources: { zh: { translation: { ...words, setting } } } });
  expect(methodName(texts.t, 'zfb')).toBe('支付宝');
  expect(methodNote(texts.t, 'zfb')).toBe('人民币');
  expect(choiceLabel(texts, 'zfb')).toBe('支付宝');
});
