import { optionRegistry } from '@tollgate/contract';
import { readConfig } from '@tollgate/gateway';
import { expect, test } from 'vitest';
import { readGeneratedPages } from './fill-manual.ts';
import { optionExamples } from './option-examples.ts';
import { exampleOf } from './render-options.ts';
import { listedVariables, meaningOf, providerOf } from './render-variables.ts';
import { variableExamples } from './variable-examples.ts';
import { LANGUAGES, words } from './words.ts';

test("the manual's tables match the code; `npm run manual` updates them", () => {
  const stale = readGeneratedPages().filter(({ written, expected }) => written !== expected);
  expect(stale.map(({ path }) => path)).toEqual([]);
});

test('every option has an example that it accepts, and no example is unused', () => {
  const refused = optionRegistry.filter((option) => {
    const example = exampleOf(option);
    return example === '' || !option.check(example).ok;
  });
  expect(refused.map(({ key }) => key)).toEqual([]);
  const keys = new Set(optionRegistry.map(({ key }) => key));
  expect(Object.keys(optionExamples).filter((key) => !keys.has(key))).toEqual([]);
});

test('every variable has an example that the gateway accepts, and a meaning in both languages', () => {
  const described = listedVariables.filter((name) => providerOf(name) === undefined);
  expect(Object.keys(variableExamples)).toEqual(expect.arrayContaining(described));
  expect(listedVariables).toEqual(expect.arrayContaining(Object.keys(variableExamples)));
  for (const [name, example] of Object.entries(variableExamples))
    expect(
      () => readConfig({ DATABASE_URL: 'postgres://h/d', [name]: example }),
      name,
    ).not.toThrow();
  for (const language of LANGUAGES)
    for (const name of listedVariables) expect([name, meaningOf(name, language)]).not.toContain('');
  const known = Object.keys(words('en').manual.variables);
  expect(listedVariables).toEqual(expect.arrayContaining(known));
});
