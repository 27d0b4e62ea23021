import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';

/** Runs something and answers how many password hashes were made meanwhile: work, not time. */
async function countHashes(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type.startsWith('ARGON2')) count += 1;
    },
  });
  hook.enable();
  await run();
  hook.disable();
  return count;
}

describe.each(databaseKinds)('who guesses at names and addresses on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const told = async (method: string, path: string, body?: unknown) => {
    const answer = await scene.gateway.visitor.call(method, path, body);
    const { success, code, message, data } = answer.body;
    return { status: answer.status, success, code, message, data };
  };

  test('learns the same of a login by the same work, whether the name is nobody’s, has another password or has none', async () => {
    const email = scene.address();
    await scene.userWith(email);
    const { id } = await scene.gateway.user({ name: `oauth${kind.slice(0, 4)}` });
    await scene.gateway.app.domain.store.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', id)
      .execute();
    const outcomes: unknown[] = [];
    for (const username of ['nobody', 'nobody@example.org', email, `oauth${kind.slice(0, 4)}`]) {
      let answer: unknown;
      const hashes = await countHashes(async () => {
        answer = await told('POST', '/api/user/login', { username, password: 'wrong-one' });
      });
      outcomes.push({ answer, hashes });
    }
    expect(outcomes[0]).toMatchObject({ answer: { code: 'login_failed' }, hashes: 1 });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });

  test.each(['/api/reset_password', '/api/verification'])(
    'learns the same of %s, which keeps a code for every address',
    async (path) => {
      const known = scene.address();
      await scene.userWith(known);
      const countCodes = async () =>
        (await scene.gateway.app.domain.store.db.selectFrom('mail_codes').selectAll().execute())
          .length;
      const outcomes: unknown[] = [];
      for (const email of [known, scene.address()]) {
        const before = await countCodes();
        const answer = await told('GET', `${path}?email=${encodeURIComponent(email)}`);
        outcomes.push({ answer, kept: (await countCodes()) - before });
      }
      expect(outcomes[0]).toMatchObject({ answer: { success: true }, kept: 1 });
      expect(outcomes[1]).toEqual(outcomes[0]);
    },
  );

  test('learns nothing of a name where passkeys begin: nobody is asked for one', async () => {
    const begin = () => told('POST', '/api/user/login/passkey/options', { username: 'root' });
    const other = () => told('POST', '/api/user/login/passkey/options', { username: 'nobody' });
    const shape = ({ status, success, code }: Awaited<ReturnType<typeof begin>>) => [
      status,
      success,
      code,
    ];
    expect(shape(await begin())).toEqual(shape(await other()));
    expect(JSON.stringify(await begin())).not.toContain('allowCredentials":[{');
  });
});
