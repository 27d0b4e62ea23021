import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram } from './find-program.ts';

const program = { names: ['first', 'second'], debianPackage: 'either' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-program-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function place(name: string, mode: number): string {
  const file = join(folder, name);
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

test('the first name that exists and is executable is the program', () => {
  const second = place('second', 0o755);
  expect(findProgram(program, folder)).toBe(second);
  const first = place('first', 0o755);
  expect(findProgram(program, folder)).toBe(first);
});

test('a program that is missing or not executable is not found', () => {
  expect(findProgram(program, folder)).toBeUndefined();
  place('first', 0o644);
  expect(findProgram(program, folder)).toBeUndefined();
});
