import { texts } from '@tollgate/i18n';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { makeQuickTexts } from './quick-texts.ts';

const listKeys = (group: object, path = ''): string[] =>
  Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : listKeys(value as object, `${path}${name}.`),
  );

/** Values for each placeholder of a text that could be mistaken for i18next syntax. */
const valuesOf = (text: unknown) =>
  Object.fromEntries(
    [...String(text).matchAll(/\{\{-?\s*(\w+)/g)].map(([, name = ''], index) => [
      name,
      index % 2 === 0 ? `$& {{x}} $t(ui.yes) <b>${index}` : index,
    ]),
  );

const all = i18next.createInstance();
await all.init({
  lng: 'en',
  fallbackLng: 'zh',
  resources: { zh: { translation: texts.zh }, en: { translation: texts.en } },
  interpolation: { escapeValue: false },
  returnNull: false,
});
const translate = (t: unknown, ...input: unknown[]) =>
  (t as (...of: unknown[]) => unknown)(...input);

test.each(['en', 'zh'] as const)('each text is formatted as by i18next, in %s', (language) => {
  const [quick, slow] = [makeQuickTexts(all, language), all.getFixedT(language)];
  const keys = listKeys(texts[language]);
  expect(keys.length).toBeGreaterThan(1000);
  const differing = keys.filter((key, index) => {
    const values = valuesOf(all.getResource(language, 'translation', key));
    const others = [[], [{ ...values, more: 1 }], [{ ...values, count: 2 }], [{ lng: 'zh' }]];
    // I18next is slow: every text is tried with its values, but only every tenth in further ways.
    return [[values], ...(index % 10 === 0 ? others : [])].some(
      (options) => translate(quick, key, ...options) !== translate(slow, key, ...options),
    );
  });
  expect(differing).toEqual([]);
});

test('a text that is added later is found, and a missing one is formatted as by i18next', () => {
  const later = i18next.createInstance();
  void later.init({ lng: 'en', resources: { en: { translation: {} } }, initAsync: false });
  const quick = makeQuickTexts(later, 'en');
  expect(translate(quick, 'a.b')).toBe('a.b');
  later.addResourceBundle('en', 'translation', { a: { b: 'Now' } });
  expect(translate(quick, 'a.b')).toBe('Now');
});
