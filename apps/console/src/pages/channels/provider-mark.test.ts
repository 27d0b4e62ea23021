import { expect, test } from 'vitest';
import { providerMark } from './provider-mark.ts';

test.each([
  ['OpenAI', 'OA'],
  ['Azure OpenAI', 'AO'],
  ['DeepSeek', 'DS'],
  ['Claude', 'Cl'],
  ['Baidu V2', 'BV'],
  ['360', '36'],
  ['xAI', 'xA'],
  ['自定义', '自'],
  ['', ''],
])('the mark of %s is %s', (label, mark) => expect(providerMark(label)).toBe(mark));
