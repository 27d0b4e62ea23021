import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test-support/databases.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { openDomain } from './open-domain.ts';

test('passwords are hashed at the cost that OWASP recommends, unless a test says otherwise', async () => {
  const { dataDir, remove } = await createTestDatabase('sqlite', { hasTables: true });
  const config = readConfig({ DATA_DIR: dataDir });
  const domain = await openDomain({ config, clock: systemClock, log: createLogger('silent') });
  expect(await domain.hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await domain.close();
  await remove();
});
