import { channelSetting } from '@tollgate/contract';
import { describe, expect, test } from 'vitest';
import {
  findInvalidFields,
  isValidSetting,
  readSetting,
  type SettingValues,
  writeSetting,
} from './setting-values.ts';

const FULL = {
  multi_key: 'random',
  dialect: 'gemini-generate',
  system_prompt: 'Be brief.',
  header_override: { 'x-team': 'a', 'x-b': '' },
  param_override: { temperature: 0, stop: ['x'] },
  model_rules: false,
  pass_trace_headers: true,
  model_suffixes: true,
  first_token_timeout_seconds: 0,
  answer_timeout_seconds: 900,
  affinity_seconds: 300,
  files: 'off',
  on_client_gone: 'drain',
  drain_seconds: 1.5,
  drain_bytes: 1024,
  proxy_of_a_plugin: { deep: [1] },
};
const values = (changes: Partial<SettingValues> = {}): SettingValues => ({
  ...(readSetting('') as SettingValues),
  ...changes,
});

describe('a setting as fields and as JSON', () => {
  test('every member survives the round trip through the fields, unknown ones too', () => {
    const fields = readSetting(JSON.stringify(FULL)) as SettingValues;
    expect(JSON.parse(writeSetting(fields))).toEqual(FULL);
    expect(fields.rest).toEqual({ proxy_of_a_plugin: { deep: [1] } });
  });

  test('every member in the contract has a field', () => {
    const { proxy_of_a_plugin: _other, ...known } = FULL;
    expect(Object.keys(known).sort()).toEqual(Object.keys(channelSetting.shape).sort());
    expect(readSetting(JSON.stringify(known))?.rest).toEqual({});
  });

  test('an empty setting is empty text, and 0 counts as set', () => {
    expect(writeSetting(values())).toBe('');
    expect(JSON.parse(writeSetting(values({ affinity: 0 })))).toEqual({ affinity_seconds: 0 });
  });

  test.each(['[]', '5', '{', 'null'])('%s is not a setting', (text) => {
    expect(readSetting(text)).toBeUndefined();
    expect(isValidSetting(text)).toBe(false);
  });
});

describe('mistakes', () => {
  test.each<[string, Partial<SettingValues>]>([
    ['headers', { headers: [{ name: 'bad name', value: 'x' }] }],
    ['headers', { headers: [{ name: 'Host', value: 'x' }] }],
    ['headers', { headers: [{ name: '', value: 'x' }] }],
    [
      'headers',
      {
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-a', value: '2' },
        ],
      },
    ],
    ['params', { params: '{"model":"x"}' }],
    ['params', { params: '[1]' }],
    ['params', { params: '{' }],
    ['firstToken', { firstToken: 3601 }],
    ['answerTimeout', { answerTimeout: -1 }],
    ['affinity', { affinity: -1 }],
    ['drainSeconds', { drainSeconds: 601 }],
    ['drainBytes', { drainBytes: 1.5 }],
    ['systemPrompt', { systemPrompt: 'x'.repeat(65_537) }],
  ])('in %s are reported for that field', (field, changes) => {
    expect(findInvalidFields(values(changes))).toEqual([field]);
  });

  test('are not reported for a setting that the server accepts', () => {
    expect(findInvalidFields(readSetting(JSON.stringify(FULL)) as SettingValues)).toEqual([]);
    expect(isValidSetting(JSON.stringify(FULL))).toBe(true);
    expect(isValidSetting('{"drain_seconds":-1}')).toBe(false);
  });
});
