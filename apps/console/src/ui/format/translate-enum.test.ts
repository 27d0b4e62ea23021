import i18next from 'i18next';
import { expect, test } from 'vitest';
import { translateEnum } from './translate-enum.ts';

const texts = i18next.createInstance();
await texts.init({ lng: 'zh', resources: { zh: { translation: { ends: { gone: '已断开' } } } } });

test('a value that is known is told in words', () => {
  expect(translateEnum(texts, 'ends', 'gone')).toBe('已断开');
});

test.each(['news', 'constructor', '', 'a.b'])(
  'a value that is not known (%j) stays as it is',
  (value) => {
    expect(translateEnum(texts, 'ends', value)).toBe(value);
  },
);
