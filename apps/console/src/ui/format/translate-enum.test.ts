import i18next from 'i18next';
import { expect, test } from 'vitest';
import { translateEnum } from './translate-enum.ts';

const texts = i18next.createInstance();
await texts.init({ lng: 'zh', resources: { zh: { translation: { ends: { gone: '已断开' } } } } });

test('a known value is translated', () => {
  expect(translateEnum(texts, 'ends', 'gone')).toBe('已断开');
});

test.each(['news', 'constructor', '', 'a.b'])(
  'an unknown value (%j) is returned unchanged',
  (value) => {
    expect(translateEnum(texts, 'ends', value)).toBe(value);
  },
);
