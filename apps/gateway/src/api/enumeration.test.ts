import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';

/** Runs something and returns how many password hashes were computed meanwhile: work, not time. */
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

// Of responses and work; that the same statements work on each database is tested with each endpoint.
describe('an attacker who guesses names and addresses', () => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene('sqlite');
  });
  afterAll(() => scene.close());

  const told = async (method: string, path: string, body?: unknown) => {
    const answer = await scene.gateway.visitor.call(method, path, body);
    const { success, code, message, data } = answer.body;
    return { status: answer.status, success, code, message, data };
  };

  test('gets the same result of a login for the same work, whether the name is unknown, has another password or has none', async () => {
    const email = scene.address();
    await scene.userWith(email);
    const { id } = await scene.gateway.user({ name: 'oauth-only' });
    await scene.gateway.app.domain.store.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', id)
      .execute();
    const outcomes: unknown[] = [];
    for (const username of ['nobody', 'nobody@example.org', email, 'oauth-only']) {
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
    'gets the same result of %s, which stores a code for every address',
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

  /** Attempts something with an address that an account has, and with one that nobody has. */
  const withBoth = async (attempt: (email: string) => Promise<unknown>) => {
    const known = scene.address();
    await scene.userWith(known);
    const outcomes: unknown[] = [];
    for (const email of [known, scene.address()]) {
      await scene.gateway.visitor.call('GET', `/api/verification?email=${email}`);
      let answer: unknown;
      const hashes = await countHashes(async () => {
        answer = await attempt(email);
      });
      outcomes.push({ answer, hashes });
    }
    return outcomes;
  };

  test('gets the same result of registering, whether an account has the address or not', async () => {
    await scene.gateway.setOption('EmailVerificationEnabled', 'true');
    const outcomes = await withBoth((email) =>
      told('POST', '/api/user/register', {
        username: 'newcomer',
        password: 'password1',
        email,
        verification_code: '000000x',
      }),
    );
    await scene.gateway.setOption('EmailVerificationEnabled', 'false');
    expect(outcomes[0]).toMatchObject({ answer: { code: 'verification_code_wrong' }, hashes: 0 });
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  test('gets the same result of linking an address, whether an account has it or not', async () => {
    const user = await scene.gateway.user();
    const outcomes = await withBoth(async (email) => {
      const path = `/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=000000x`;
      const { status, body } = await user.call('GET', path);
      return { status, code: body.code, message: body.message };
    });
    expect(outcomes[0]).toMatchObject({ answer: { code: 'verification_code_wrong' }, hashes: 0 });
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  test('gets the same result of inviting to a team: a row each, and a mail to every address', async () => {
    const user = await scene.gateway.user();
    const made = await user.call('POST', '/api/team/', { name: 'Curious' });
    const path = `/api/team/${String(made.body.data['id'])}/invitations`;
    const names = [`root`, 'nobody-at-all'];
    const answers: unknown[] = [];
    const invite = async (invitee: string) => {
      const { status, body } = await user.call('POST', path, { invitee });
      answers.push({ status, data: body.data, message: body.message });
    };
    for (const name of names) await invite(name);
    expect(answers[1]).toEqual(answers[0]);
    const [known, unknown] = [scene.address(), scene.address()];
    await scene.userWith(known);
    const before = scene.mail.mails.length;
    for (const email of [known, unknown]) await invite(email);
    expect(answers[3]).toEqual(answers[2]);
    await scene.mail.until(unknown, 1);
    await expect.poll(() => scene.mail.mails.length).toBe(before + 2);
    const list = await user.call('GET', path);
    expect(list.body.data).toHaveLength(4);
  });

  test('learns nothing about a name when a passkey login begins: no name is asked for', async () => {
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
