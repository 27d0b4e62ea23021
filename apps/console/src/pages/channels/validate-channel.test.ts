import type { Channel, ChannelType } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { validateChannel } from './validate-channel.ts';
import { parseKeyValuePairs } from '../../ui/forms/key-value-pairs.ts';
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
const validationMessage = (key: string, found = type) =>
  validateChannel(
    { ...initialValues(undefined), type: String(found.type), name: 'n', models: ['m'], key },
    { t, stored: undefined, findType: () => found },
  )['key'];

test("a key that does not match its type's pattern is rejected before it is sent, naming the line if there are several", () => {
  expect(validationMessage('ak|sk')).toBeUndefined();
  expect(validationMessage('bce-v3/a/b\n ak|sk \n')).toBeUndefined();
  expect(validationMessage('sk-1')).toBe('channels.form.keyMalformed {"shape":"AK|SK"}');
  expect(validationMessage('ak|sk\n\nak\n')).toBe(
    'channels.form.keyLineMalformed {"line":3,"shape":"AK|SK"}',
  );
});

test('a key may be any text if its type has no pattern, and a key file is one key', () => {
  expect(validationMessage('anything|at all', { ...type, key_pattern: '' })).toBeUndefined();
  const file = { ...type, type: 41, key_pattern: '^\\{[\\s\\S]*\\}$' };
  expect(validationMessage('{\n"a": 1\n}', file)).toBeUndefined();
});

test('fields that a type requires must be filled in, and mappings are checked row by row', () => {
  const fields = [{ name: 'other', label_key: '', hint_key: '', required: true, placeholder: '' }];
  const values = { ...initialValues(undefined), name: 'n', models: ['m'], key: 'k' };
  const check = (changes: Partial<typeof values>) =>
    validateChannel(
      { ...values, ...changes },
      { t, stored: undefined, findType: () => ({ ...type, key_pattern: '', fields }) },
    );
  expect(check({ other: ' ' })).toEqual({ other: 'channels.form.otherRequired {}' });
  expect(check({ other: 'account' })).toEqual({});
  expect(
    check({
      other: 'account',
      mapping: parseKeyValuePairs('{"a":"b","":"c"}'),
      statusMapping: parseKeyValuePairs('{"400":"200"}'),
    }),
  ).toEqual({
    mapping: 'ui.pairs.wrongRow {"number":2}',
    statusMapping: 'channels.form.statusMappingWrong {}',
  });
});

test('a stored key must be typed again if it would be sent elsewhere; other changes keep it', () => {
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
    validateChannel(
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
