import { expect, test } from 'vitest';
import { text } from '../../../test-support/text.ts';
import { parseKeyValuePairs } from '../../ui/forms/key-value-pairs.ts';
import { CHANNEL_FOLDS, countChanged, describeFold, FIELDS_OF } from './describe-values.ts';
import { initialValues } from './values.ts';

const usual = initialValues(undefined);
const about = { t: text as never, name: 'OpenAI', address: 'https://api.openai.com' };

test('a new channel has no changes, and every section summarizes its defaults', () => {
  for (const fold of CHANNEL_FOLDS) {
    expect([fold, countChanged(fold, usual)]).toEqual([fold, 0]);
    expect(describeFold(fold, usual, about)).not.toBe('');
  }
  expect(describeFold('connection', usual, about)).toBe('OpenAI · https://api.openai.com');
});

test('a section summarizes and counts its changed fields', () => {
  const values = {
    ...usual,
    autoBan: false,
    settings: { ...usual.settings, firstToken: 30 },
    mapping: parseKeyValuePairs('{"fast":"gpt-4o"}'),
  };
  expect(describeFold('limits', values, about)).toBe(
    [text('channels.folds.bansNot'), text('channels.folds.firstToken', { seconds: 30 })].join(
      ' · ',
    ),
  );
  expect([countChanged('limits', values), countChanged('mappings', values)]).toEqual([2, 1]);
  expect(describeFold('mappings', values, about)).toContain(
    text('channels.folds.models', { count: 1 }),
  );
});

test('every field belongs to one section', () => {
  const all = CHANNEL_FOLDS.flatMap((fold) => FIELDS_OF[fold]);
  expect(new Set(all).size).toBe(all.length);
});
