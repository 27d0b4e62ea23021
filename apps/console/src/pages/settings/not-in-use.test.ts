import { optionRegistry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { isNotInUse } from './not-in-use.ts';

const code = Object.entries(
  import.meta.glob<string>('../../../../gateway/src/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .filter(([file]) => !file.endsWith('.test.ts'))
  .map(([, text]) => text)
  .join('\n');

test('every option that nothing in the gateway reads is marked as not in use', () => {
  expect(code).toContain(`'RetryTimes'`);
  const unread = optionRegistry.filter(
    (option) => !option.status && !code.includes(`'${option.key}'`) && !isNotInUse(option),
  );
  expect(unread.map(({ key }) => key)).toEqual([]);
});
