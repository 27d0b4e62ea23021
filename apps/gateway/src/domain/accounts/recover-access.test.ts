import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startVerifier } from '../../../test-support/start-verifier.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { readConfig } from '../../platform/config.ts';
import { updateUser } from '../../store/users-repository.ts';
import { recoverAccess } from './recover-access.ts';

describe.each(databaseKinds)('recovering access on %s', (kind) => {
  test("recovery restores the super admin's access when password, status, human verification or disabled password login blocked it", async () => {
    const verifier = await startVerifier();
    const gateway = await startTestGateway({ kind, env: { HUMAN_CHECK_URL: verifier.url } });
    const { config, changes, store } = gateway.app.domain;
    const admin = await gateway.user({ role: 10 });
    await gateway.setOptions({
      TurnstileSiteKey: 'mistyped',
      TurnstileSecretKey: verifier.secret,
      TurnstileCheckEnabled: 'true',
    });
    await gateway.bindRoot();
    await gateway.setOption('PasswordLoginEnabled', 'false');
    await updateUser(store.db, gateway.root.id, { status: 2 });

    const { username, password } = await recoverAccess(config);
    await changes.catchUp();
    expect(username).toBe('root');
    await expect(gateway.login('root', '123456')).rejects.toThrow();
    const root = await gateway.login(username, password);
    expect((await root.call('GET', '/api/user/self')).body.data).toMatchObject({ status: 1 });

    // The super admin's earlier sessions have ended; those of others have not.
    expect((await gateway.root.call('GET', '/api/user/self')).status).toBe(401);
    expect((await admin.call('GET', '/api/user/self')).status).toBe(200);
    const history = await gateway.app.domain.options.history();
    expect(history[0]).toMatchObject({ actor_id: 0, actor_name: 'recover' });
    await gateway.close();
    await verifier.close();
  });
});

test('recovery leaves a folder without a database unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-recover-'));
  await expect(recoverAccess(readConfig({ DATA_DIR: folder }))).rejects.toThrow(/No database/);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
