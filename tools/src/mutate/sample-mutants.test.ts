import { expect, test } from 'vitest';
import { createSourceFile } from '../tidy/source-file.ts';
import { findMutants } from './find-mutants.ts';
import { sampleMutants } from './sample-mutants.ts';

const CODE = Array.from({ length: 30 }, (_, index) => `const a${index} = b${index} < c;`);
const mutants = findMutants(createSourceFile('a.ts', CODE.join('\n')));
const draw = (max: number, seed: number, from = mutants) =>
  sampleMutants(from, max, seed).map(({ line, change }) => `${line} ${change}`);

test('the same seed gives the same sample, a larger sample contains the smaller, another seed differs', () => {
  expect(draw(10, 1)).toEqual(draw(10, 1));
  expect(draw(20, 1).slice(0, 10)).toEqual(draw(10, 1));
  expect(draw(10, 2)).not.toEqual(draw(10, 1));
});

test('lines added above do not change the sample', () => {
  const moved = findMutants(createSourceFile('a.ts', `\n\n${CODE.join('\n')}`));
  const linesOf = (from: typeof mutants) => sampleMutants(from, 10, 1).map(({ line }) => line);
  expect(linesOf(moved).map((line) => line - 2)).toEqual(linesOf(mutants));
});
