import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { hashPassword } from '../platform/passwords.ts';
import { replacePasswordHash, updateUser } from '../store/users-repository.ts';

describe.each(databaseKinds)('password reset on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const ask = (email: string, headers: Record<string, string> = {}) =>
    scene.gateway.visitor.call(
      'GET',
      `/api/reset_password?email=${encodeURIComponent(email)}`,
      undefined,
      headers,
    );
  const reset = async (fields: object) =>
    (await scene.gateway.visitor.call('POST', '/api/user/reset', fields)).body;
  const invalid = { success: false, code: 'reset_link_invalid' };

  test('the mail links to this site, and its token sets a new password that logs in and ends all sessions', async () => {
    const email = scene.address();
    const user = await scene.userWith(email);
    const token = await scene.resetToken(email);
    const [mail] = await scene.mail.until(email);
    expect(mail?.text).toContain(
      `https://gate.example.org/user/reset?email=${encodeURIComponent(email)}&token=${token}`,
    );
    const answer = await reset({ email, token });
    expect(answer).toMatchObject({ success: true, data: expect.stringMatching(/^\w{16}$/) });
    expect((await user.call('GET', '/api/user/self')).status).toBe(401);
    expect((await scene.gateway.login(email, String(answer.data))).id).toBe(user.id);
    await expect(scene.gateway.login(email, 'password1')).rejects.toThrow();
  });

  test('a reset password of an administrator is in the audit log, that of others is not', async () => {
    const rows = async (id: number) =>
      (await scene.gateway.root.call('GET', `/api/audit/?actor=${id}`)).body.data.items;
    for (const role of [10, 1] as const) {
      const email = scene.address();
      const { id } = await scene.gateway.user({ role });
      const { db } = scene.gateway.app.domain.store;
      await updateUser(db, id, { email, email_lower: email.toLowerCase() });
      const answer = await reset({ email, token: await scene.resetToken(email) });
      const found = (await rows(id)) as { action: string }[];
      const resets = found.filter(({ action }) => action === 'resetPassword');
      expect(resets).toMatchObject(
        role === 10 ? [{ object_id: String(id), changes: [{ field: 'password' }] }] : [],
      );
      expect(JSON.stringify(found)).not.toContain(answer.data);
    }
  });

  test('a token is valid for its address, once and for half an hour, however often strangers guess meanwhile', async () => {
    const [email, other] = [scene.address(), scene.address()];
    await scene.userWith(email);
    await scene.userWith(other);
    const token = await scene.resetToken(email);
    expect(await reset({ email: other, token })).toMatchObject(invalid);
    const answers = await Promise.all([1, 2, 3].map(() => reset({ email, token })));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await reset({ email, token })).toMatchObject(invalid);

    const late = await scene.resetToken(other);
    scene.clock.advance(1_800_000);
    expect(await reset({ email: other, token: late })).toMatchObject(invalid);

    const guessed = await scene.resetToken(other);
    for (let tries = 0; tries < 6; tries += 1)
      expect(await reset({ email: other, token: 'guess' })).toMatchObject(invalid);
    expect((await reset({ email: other, token: guessed })).success).toBe(true);
  });

  test.each([
    [
      'its owner',
      (user: Client) => {
        const passwords = { original_password: 'password1', password: 'password2' };
        return user.call('PUT', '/api/user/self', passwords);
      },
    ],
    [
      'an administrator',
      async ({ id }: Client) => {
        const admin = await scene.gateway.user({ role: 10 });
        return admin.call('PUT', '/api/user/', { id, password: 'password2' });
      },
    ],
  ])(
    'a link from before a new password by %s sets none: who had the mailbox then keeps nothing',
    async (_who, change) => {
      const email = scene.address();
      const user = await scene.userWith(email);
      const token = await scene.resetToken(email);
      expect((await change(user)).body.success).toBe(true);
      expect(await reset({ email, token })).toMatchObject(invalid);
      expect((await scene.gateway.login(email, 'password2')).id).toBe(user.id);
      scene.clock.advance(30_000);
      expect((await reset({ email, token: await scene.resetToken(email) })).success).toBe(true);
    },
  );

  test('a link survives the login that converts an imported password', async () => {
    const email = scene.address();
    const { id } = await scene.userWith(email);
    const { db } = scene.gateway.app.domain.store;
    const imported = '$2b$04$abcdefghijklmnopqrstuuS8cNmBSHfAYWl7QZYhEWl9V0gUqm3tG';
    await updateUser(db, id, { password_hash: imported });
    const token = await scene.resetToken(email);
    const hash = await hashPassword('password1');
    expect(await replacePasswordHash(db, { id, before: imported, hash })).toBe(true);
    expect((await reset({ email, token })).success).toBe(true);
  });

  test('a code sent to link an address resets no password', async () => {
    const email = scene.address();
    const code = await scene.code(email);
    await scene.userWith(email);
    expect(await reset({ email, token: code })).toMatchObject(invalid);
  });

  test('for known, unknown, deleted and disabled accounts the response is the same, and only the known one gets a mail', async () => {
    const { address } = scene;
    const [known, unknown, deleted, disabled] = [
      address(),
      address(),
      address(),
      address(),
    ] as const;
    await scene.userWith(known);
    await (await scene.userWith(deleted)).call('DELETE', '/api/user/self');
    const { id } = await scene.userWith(disabled);
    await scene.gateway.root.call('POST', '/api/user/manage', { id, action: 'disable' });
    const answers = [];
    for (const email of [unknown, deleted, disabled, known]) answers.push(await ask(email));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { success: true, message: '', data: null }]);
    for (const email of [known, unknown, deleted, disabled])
      expect((await ask(email)).status).toBe(429);
    // Mails are sent in order: once the last one has arrived, no other can follow.
    await scene.mail.until(known);
    const got = scene.mail.mails.flatMap(({ to }) => to);
    expect([unknown, deleted, disabled].filter((email) => got.includes(email))).toEqual([]);
  });

  test('without a server address no link is sent, whatever host the request contains', async () => {
    await scene.gateway.setOption('ServerAddress', '');
    const answer = await ask(scene.address(), { 'x-forwarded-host': 'evil.example.net' });
    expect(answer.body.code).toBe('server_address_missing');
    await scene.gateway.setOption('ServerAddress', 'https://gate.example.org');
  });

  test('without a mail server the error is returned at once, for known and unknown addresses', async () => {
    const email = scene.address();
    await scene.userWith(email);
    const sendsMail = async () =>
      (await scene.gateway.visitor.call('GET', '/api/status')).body.data.mail;
    expect(await sendsMail()).toBe(true);
    await scene.gateway.setOption('SMTPServer', '');
    expect(await sendsMail()).toBe(false);
    for (const one of [email, scene.address()])
      expect((await ask(one)).body.code).toBe('mail_not_set_up');
    expect(
      (await scene.gateway.visitor.call('GET', '/api/verification?email=a@example.org')).body.code,
    ).toBe('mail_not_set_up');
    await scene.gateway.setOption('SMTPServer', '127.0.0.1');
  });
});
