import { optionRegistry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { maskMembers, maskSecrets } from './mask-secrets.ts';

const SECRETS = optionRegistry.filter(({ secret }) => secret).map(({ key }) => key);

test.each(SECRETS)('%s is masked under its name and as a pair, alone and in lists', (key) => {
  const pair = { key, value: 'typed-by-a-person' };
  const masked = JSON.stringify([
    maskSecrets({ [key]: pair.value }),
    maskMembers(pair),
    maskSecrets({ options: [pair] }),
  ]);
  expect(masked).not.toContain(pair.value);
});

test('the value of an option that is not secret is shown', () => {
  expect(maskMembers({ key: 'SystemName', value: 'Tollgate' })).toMatchObject({
    value: 'Tollgate',
  });
});
