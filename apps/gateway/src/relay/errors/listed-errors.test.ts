import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerErrorCodes, errorTable, wireCodeOf } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { toCallerError } from './caller-error.ts';

/** Returns the sources of the gateway, without tests. */
function readSources(): string {
  const root = join(import.meta.dirname, '../..');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}

test('every error in the docs for callers can be raised, and reaches them under the code in the docs', () => {
  const sources = readSources();
  expect(callerErrorCodes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  for (const code of callerErrorCodes)
    expect(toCallerError(new AppError(code), 'en')).toMatchObject({
      code: wireCodeOf(code),
      status: errorTable[code].status,
    });
});

test('an error that reaches callers as another one is not in the docs for callers', () => {
  const { code, status } = toCallerError(new AppError('relay_model_not_priced'), 'en');
  expect([code, status]).toEqual(['model_not_found', 404]);
  expect(callerErrorCodes).not.toContain('relay_model_not_priced');
});
