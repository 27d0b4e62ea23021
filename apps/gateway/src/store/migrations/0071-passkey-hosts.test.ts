import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { openFormerDatabase } from '../../../test-support/former-database.ts';
import { insertFormerUser } from '../../../test-support/insert-former-user.ts';
import { openStore } from '../open-store.ts';

const addresses: [string, string | undefined, string][] = [
  [
    'count as made for the host of the address',
    'https://gate.example:8443/console',
    'gate.example',
  ],
  ['are of no host where there is no address', undefined, ''],
  ['are of no host where the address is none', 'gate.example', ''],
];

describe.each(databaseKinds)('passkeys from before hosts were recorded, on %s', (kind) => {
  test.each(addresses)('%s', async (_what, address, host) => {
    const database = await createTestDatabase(kind);
    const former = await openFormerDatabase(kind, database, '0070-code-funds');
    await insertFormerUser(former.db, 1);
    for (const [id, credential] of ['phone', 'laptop'].entries())
      await sql`INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports,
        is_synced, name, created_at, last_used_at)
        VALUES (${id + 1}, 1, ${credential}, 'key', 4, 'usb', 0, ${credential}, 10, 20)`.execute(
        former.db,
      );
    if (address !== undefined)
      await former.db
        .insertInto('options')
        .values({ key: 'ServerAddress', value: address, updated_at: 1 })
        .execute();
    await former.close();

    const { db, close } = await openStore(database);
    const rows = await db.selectFrom('passkeys').selectAll().orderBy('id').execute();
    expect(rows).toMatchObject([
      { credential_id: 'phone', rp_id: host, public_key: 'key', counter: 4, last_used_at: 20 },
      { credential_id: 'laptop', rp_id: host, public_key: 'key', counter: 4, last_used_at: 20 },
    ]);
    await close();
    await database.remove();
  });
});
