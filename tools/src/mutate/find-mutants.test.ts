import { expect, test } from 'vitest';
import { createSourceFile } from '../tidy/source-file.ts';
import { findMutants } from './find-mutants.ts';

const changesOf = (text: string) =>
  findMutants(createSourceFile('a.ts', text)).map(({ line, change }) => `${line} ${change}`);

test('a comparison is replaced by its opposite and by the adjacent boundary', () => {
  expect(changesOf('const a = b < c;')).toEqual(['1 < → <=', '1 < → >=']);
});

test('a condition is made true and false, and what it guards is removed', () => {
  expect(changesOf('if (ready)\n  start();')).toEqual([
    '1 ready → true',
    '1 ready → false',
    '2 start(); → (removed)',
  ]);
});

test('numbers are subtracted instead of added, while strings stay concatenated', () => {
  expect(changesOf("const a = 1n + b, c = 'd' + e;")).toEqual(['1 + → -']);
});

test('booleans, negations, bounds and returned values are changed', () => {
  expect(changesOf('function f() { return Math.min(a, !b, true); }')).toEqual([
    '1 return Math.min(a, !b, true); → return undefined;',
    '1 min → max',
    '1 !b → b',
    '1 true → false',
  ]);
});

test('types, and statements that only log, are not mutated', () => {
  expect(changesOf("type A = true | 'b'; this.log.warn({ a }, 'b'); x.toString;")).toEqual([
    '1 x.toString; → (removed)',
  ]);
});
