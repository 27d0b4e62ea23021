import { loginProviderTable } from '@tollgate/contract';
import type { Person } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type LoginScene, openLoginScene } from '../../test-support/login-scene.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import { beginChallenge, tryChallenge } from '../domain/second-factors/login-challenges.ts';
import type { Client } from '../../test-support/test-gateway.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Each is more than the allowed clock skew between nodes. */
const BACK = { 'five minutes': 5 * MINUTE, 'a day': DAY };

describe.each(databaseKinds)('a backward clock jump, on %s', (kind) => {
  let mail: MailScene;
  let logins: LoginScene;
  beforeAll(async () => {
    mail = await startMailScene(kind);
    logins = await openLoginScene(kind);
  });
  afterAll(async () => {
    await mail.close();
    await logins.close();
  });

  describe.each(Object.entries(BACK))('by %s', (_name, back) => {
    const after = (clock: MailScene['clock']) => clock.advance(-back);

    test('extends the life of no code or reset link, and the next ones are sent and valid', async () => {
      const { gateway, clock } = mail;
      const reset = async (email: string, token: string) =>
        (await gateway.visitor.call('POST', '/api/user/reset', { email, token })).body.success;
      const bind = async (person: Client, email: string, code: string) =>
        (await person.call('GET', `/api/oauth/email/bind?email=${email}&code=${code}`)).body
          .success;
      const [known, unbound] = [mail.address(), mail.address()];
      await mail.userWith(known);
      const token = await mail.resetToken(known);
      const code = await mail.code(unbound);
      after(clock);
      const person = await gateway.user();
      expect(await reset(known, token)).toBe(false);
      expect(await bind(person, unbound, code)).toBe(false);
      expect(await reset(known, await mail.resetToken(known))).toBe(true);
      expect(await bind(person, unbound, await mail.code(unbound))).toBe(true);
    });

    test('keeps no session confirmed', async () => {
      const { gateway, clock } = mail;
      const name = `back${back}`;
      await gateway.user({ name });
      const person = await gateway.login(name, 'password1');
      const read = async () => (await person.call('GET', '/api/user/token')).body.code;
      expect(await read()).not.toBe('confirmation_required');
      after(clock);
      expect(await read()).toBe('confirmation_required');
    });

    test('expires logins that await a login provider', async () => {
      const { clock } = logins;
      const provider = loginProviderTable.find(({ kind: way }) => way === 'oauth');
      if (!provider) throw new Error('no provider');
      const person: Person = { subject: String(back), username: `back${back}` };
      const begun = await logins.begin(provider);
      const proof = logins.prove(provider, person, begun);
      after(clock);
      const { body } = await logins.finish(provider, proof, begun);
      expect(body).toMatchObject({ success: false, code: 'oauth_state_invalid' });
      expect((await logins.login(provider, person)).body.success).toBe(true);
    });

    test('expires logins that await a second factor', async () => {
      const { gateway, clock } = mail;
      const begun = await beginChallenge(gateway.app.domain, { kind: 'login', userId: 1 });
      await tryChallenge(gateway.app.domain, 'login', begun);
      after(clock);
      await expect(tryChallenge(gateway.app.domain, 'login', begun)).rejects.toMatchObject({
        code: 'login_step_expired',
      });
    });
  });
});
