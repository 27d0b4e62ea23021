import { texts } from '@tollgate/i18n';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { methodBrand } from './method-brand.ts';

test('a brand has its Chinese name in Chinese; another, or one that is gone, is as its provider calls it', async () => {
  const chinese = createInstance();
  await chinese.init({ lng: 'zh', resources: { zh: { translation: texts.zh } } });
  expect(methodBrand(chinese.t, { provider: 'epay', method: 'zfb' })).toBe('支付宝');
  expect(methodBrand(chinese.t, { provider: 'airwallex', method: 'airwallex' })).toBe('Airwallex');
  expect(methodBrand(chinese.t, { provider: 'gone', method: 'qqpay' })).toBe('qqpay');
});
