import { optionRegistry } from '@tollgate/contract';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');
const code = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

test('every option that is not sent to the console is read by the gateway, so none is stored for nothing', () => {
  const unread = optionRegistry.filter(({ status, key }) => !status && !code.includes(`'${key}'`));
  expect(unread.map(({ key }) => key)).toEqual([]);
});
