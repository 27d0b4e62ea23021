import type { Channel, ChannelType } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { checkChannel } from './check-channel.ts';
import { readPairs } from '../../ui/pairs.ts';
import { type ChannelValues, initialValues } from './values.ts';

const t = ((key: string, params: object = {}) =>
  `${key} ${JSON.stringify(params)}`) as unknown as TFunction;
const type = {
  type: 15,
  base_url_required: false,
  key_pattern: '^(?:bce-v3/\\S+|[^|]+\\|[^|]+)$',
  key_shape: 'AK|SK',
  fields: [] as ChannelType['fields'],
} as ChannelType;
const problemOf = (key: string, found = type) =>
  checkChannel(
    { ...initialValues(undefined), type: String(found.type), name: 'n', models: ['m'], key },
    { t, stored: undefined, findType: () => found },
  )['key'];

test('a key that has not the form of its type is told before it is sent, by line where there are several', () => {
  expect(problemOf('ak|sk')).toBeUndefined();
  expect(problemOf('bce-v3/a/b\n ak|sk \n')).toBeUndefined();
  expect(problemOf('sk-1')).toBe('channels.form.keyMalformed {"shape":"AK|SK"}');
  expect(problemOf('ak|sk\n\nak\n')).toBe(
    'channels.form.keyLineMalformed {"line":3,"shape":"AK|SK"}',
  );
});

test('a key may be any text where the type says nothing, and a key file is one key', () => {
  expect(problemOf('anything|at all', { ...type, key_pattern: '' })).toBeUndefined();
  const file = { ...type, type: 41, key_pattern: '^\\{[\\s\\S]*\\}$' };
  expect(problemOf('{\n"a": 1\n}', file)).toBeUndefined();
});

test('what a type can’t be called without is asked for, and mappings are checked row by row', () => {
  const fields = [{ name: 'other', label_key: '', hint_key: '', required: true, placeholder: '' }];
  const values = { ...initialValues(undefined), name: 'n', models: ['m'], key: 'k' };
  const check = (changes: Partial<typeof values>) =>
    checkChannel(
      { ...values, ...changes },
      { t, stored: undefined, findType: () => ({ ...type, key_pattern: '', fields }) },
    );
  expect(check({ other: ' ' })).toEqual({ other: 'channels.form.otherRequired {}' });
  expect(check({ other: 'account' })).toEqual({});
  expect(
    check({
      other: 'account',
      mapping: readPairs('{"a":"b","":"c"}'),
      statusMapping: readPairs('{"400":"200"}'),
    }),
  ).toEqual({
    mapping: 'ui.pairs.wrongRow {"number":2}',
    statusMapping: 'channels.form.statusMappingWrong {}',
  });
});

test('a stored key that would go somewhere else has to be typed again; whatever else changes keeps it', () => {
  const stored = {
    name: 'n',
    models: 'm',
    group: 'default',
    model_mapping: '',
    status_code_mapping: '',
    type: 8,
    base_url: 'https://a.example',
    other: '',
    setting: '{"header_override":{"x-a":"1"}}',
  } as Channel;
  const check = (changes: Partial<ChannelValues>) =>
    checkChannel(
      { ...initialValues(stored), ...changes },
      { t, stored, findType: () => undefined },
    );
  const again = { key: 'channels.form.keyAgain {}' };
  expect(check({ baseUrl: 'https://a.example/', priority: 9 })).toEqual({});
  expect(check({ baseUrl: 'https://b.example' })).toEqual(again);
  expect(check({ type: '20' })).toEqual(again);
  expect(check({ other: 'eu' })).toEqual(again);
  expect(check({ settingView: 'json', setting: '' })).toEqual(again);
  expect(check({ baseUrl: 'https://b.example', key: 'k' })).toEqual({});
});
