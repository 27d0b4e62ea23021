import { expect, test } from 'vitest';
import { findMissingTexts } from './contract-text.ts';

const wanted = { errorCodes: ['forbidden'], optionKeys: ['Price'] };

test('a code or key without text in one language is named', () => {
  const languages = {
    zh: { errors: { forbidden: 'x' }, options: { Price: { label: 'x', hint: 'y' } } },
    en: { errors: {}, options: { Price: 'x' } },
  };
  expect(findMissingTexts(wanted, languages)).toEqual(['en: errors.forbidden']);
});

test('an empty text and a missing area count as missing', () => {
  expect(findMissingTexts(wanted, { zh: { errors: { forbidden: ' ' } } })).toEqual([
    'zh: errors.forbidden',
    'zh: options.Price',
  ]);
});
