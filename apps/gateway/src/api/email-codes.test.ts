import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import { testOnce } from '../../test-support/test-once.ts';
import { expireMailCodes } from '../domain/jobs/expire-mail-codes.ts';
import { haveCommonProof } from '../store/user-proofs-repository.ts';

describe.each(databaseKinds)('codes by mail on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const ask = (email: string, headers: Record<string, string> = {}) =>
    scene.gateway.visitor.call(
      'GET',
      `/api/verification?email=${encodeURIComponent(email)}`,
      undefined,
      headers,
    );
  const bind = async (client: { call: MailScene['gateway']['root']['call'] }, query: object) =>
    (
      await client.call(
        'GET',
        `/api/oauth/email/bind?${new URLSearchParams(query as Record<string, string>)}`,
      )
    ).body;

  test("the mail contains the code, in the requester's language", async () => {
    const [english, chinese] = [scene.address(), scene.address()];
    expect((await ask(english)).body).toMatchObject({ success: true, data: null });
    await ask(chinese, { 'accept-language': 'zh-CN' });
    const [first] = await scene.mail.until(english);
    expect(first).toMatchObject({ from: 'gate@example.org', to: [english] });
    expect(first?.subject).toBe('Tollgate: your verification code');
    expect(first?.text).toMatch(/Your verification code for Tollgate:\n\n\d{6}\n/);
    expect(first?.html).toMatch(/>\d{6}</);
    const [second] = await scene.mail.until(chinese);
    expect(second?.subject).toBe('Tollgate：你的验证码');
    expect(second?.text).toMatch(/\d{6}/);
  });

  once("a test mail reports the mail server's response, even a refusal", async () => {
    const email = scene.address();
    const send = async () => {
      const { body } = await scene.gateway.root.call('POST', '/api/option/test_mail', { email });
      return body.data;
    };
    expect(await send()).toMatchObject({ ok: true, answer: expect.stringMatching(/^250 /) });
    const [mail] = await scene.mail.until(email);
    expect(mail?.subject).toContain('Tollgate');
    scene.mail.fail({ code: 554, message: '5.7.1 Message rejected: not verified' });
    const refused = await send();
    expect(refused).toMatchObject({ ok: false });
    expect(refused['answer']).toContain('554 5.7.1 Message rejected: not verified');
    await scene.gateway.setOption('SMTPPort', '1');
    expect(await send()).toMatchObject({ ok: false, answer: expect.stringContaining('ECONN') });
    await scene.gateway.setOption('SMTPPort', String(scene.mail.port));
  });

  test('a correct code links the address, both username and address log in, and the previous address is notified', async () => {
    const [email, next] = [scene.address(), scene.address()];
    const user = await scene.gateway.user();
    expect(await bind(user, { email, code: await scene.code(email) })).toMatchObject({
      success: true,
    });
    expect((await user.call('GET', '/api/user/self')).body.data.email).toBe(email);
    expect((await scene.gateway.login(email, 'password1')).id).toBe(user.id);
    expect((await bind(user, { email: next, code: await scene.code(next) })).success).toBe(true);
    const [, warning] = await scene.mail.until(email, 2);
    expect(warning?.text).toContain(next);
  });

  test('the audit log has the address that an administrator linked, and that a test mail was sent', async () => {
    const [email, next] = [scene.address(), scene.address()];
    const admin = await scene.gateway.user({ role: 10 });
    for (const one of [email, next])
      expect(await bind(admin, { email: one, code: await scene.code(one) })).toMatchObject({
        success: true,
      });
    const { root } = scene.gateway;
    await root.call('POST', '/api/option/test_mail', { email });
    const entries = async (query: string) =>
      (await root.call('GET', `/api/audit/?${query}`)).body.data.items;
    expect(await entries(`action=bindEmail&object_id=${admin.id}`)).toMatchObject([
      { changes: [{ field: 'email', from: email, to: next }] },
      { changes: [{ field: 'email', to: email }] },
    ]);
    expect(await entries(`action=sendTestMail&keyword=${email}`)).toMatchObject([
      { changes: [{ field: 'email', to: email }] },
    ]);
  });

  test('the previous address of an imported account still proves whose it is, to the account that takes it', async () => {
    const { db } = scene.gateway.app.domain.store;
    const [former, moved] = [scene.address(), scene.address()];
    const [inviter, invited] = [await scene.userWith(former), await scene.gateway.user()];
    for (const [user, email] of [
      [inviter, moved],
      [invited, former],
    ] as const)
      expect((await bind(user, { email, code: await scene.code(email) })).success).toBe(true);
    expect(await haveCommonProof(db, inviter.id, invited.id)).toBe(true);
  });

  test('a code is valid for its address, once, for ten minutes and five attempts', async () => {
    const [email, other] = [scene.address(), scene.address()];
    const user = await scene.gateway.user();
    const wrong = { success: false, code: 'verification_code_wrong' };
    const first = await scene.code(email);
    expect(await bind(user, { email: other, code: first })).toMatchObject(wrong);
    expect((await bind(user, { email, code: first })).success).toBe(true);
    expect(await bind(user, { email, code: first })).toMatchObject(wrong);

    const late = await scene.code(other);
    scene.clock.advance(600_000);
    expect(await bind(user, { email: other, code: late })).toMatchObject(wrong);

    const guessed = await scene.code(other);
    await Promise.all(
      [1, 2, 3, 4, 5].map(async () =>
        expect(await bind(user, { email: other, code: 'nope' })).toMatchObject(wrong),
      ),
    );
    expect(await bind(user, { email: other, code: guessed })).toMatchObject(wrong);
  });

  test('a new code invalidates the previous one', async () => {
    const email = scene.address();
    const user = await scene.gateway.user();
    const old = await scene.code(email);
    scene.clock.advance(30_000);
    const code = await scene.code(email);
    expect((await bind(user, { email, code: old })).success).toBe(old === code);
    expect((await bind(user, { email, code })).success).toBe(old !== code);
  });

  test('the response does not reveal whether an account has the address: its owner gets a mail without a code', async () => {
    const [taken, free] = [scene.address(), scene.address()];
    await scene.userWith(taken);
    const answers = [await ask(taken.toUpperCase()), await ask(free)];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const [mail] = await scene.mail.until(taken.toUpperCase());
    expect(mail?.subject).toBe('Tollgate: you already have an account');
    expect(mail?.text).not.toMatch(/\d{6}/);
    for (const email of [taken, free]) expect((await ask(email)).status).toBe(429);
  });

  test('an address gets one mail per half minute and six per hour', async () => {
    const email = scene.address();
    const many = await Promise.all([1, 2, 3, 4].map(() => ask(email)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(many.filter(({ status }) => status === 429)).toHaveLength(3);
    for (let sent = 1; sent < 6; sent += 1) {
      scene.clock.advance(30_000);
      await scene.code(email);
    }
    scene.clock.advance(30_000);
    const refused = await ask(email);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3420']);
    scene.clock.advance(3_420_000);
    expect((await ask(email)).body.success).toBe(true);
  });

  once(
    'domains not on the list and aliases are refused when codes are requested and when they are used',
    async () => {
      const user = await scene.gateway.user();
      const asked = [scene.address(), 'a+b@example.org', 'a@elsewhere.org'] as const;
      const code = await scene.code(asked[2]);
      await scene.gateway.setOption('EmailDomainWhitelist', 'example.org,example.com');
      await scene.gateway.setOption('EmailDomainRestrictionEnabled', 'true');
      await scene.gateway.setOption('EmailAliasRestrictionEnabled', 'true');
      expect((await ask(asked[0])).body.success).toBe(true);
      for (const alias of [asked[1], 'a.b@example.org'])
        expect((await ask(alias)).body.code).toBe('email_alias_not_allowed');
      for (const foreign of [asked[2], 'a@sub.example.org', 'a@example.org.evil.net'])
        expect((await ask(foreign)).body.code).toBe('email_domain_not_allowed');
      expect((await bind(user, { email: asked[2], code })).code).toBe('email_domain_not_allowed');
      await scene.gateway.setOption('EmailDomainRestrictionEnabled', 'false');
      await scene.gateway.setOption('EmailAliasRestrictionEnabled', 'false');
    },
  );

  once(
    'blocked domains and their subdomains are refused when codes are requested and used, and the allow list includes subdomains with a star',
    async () => {
      const user = await scene.gateway.user();
      const code = await scene.code('b@deep.spam.example');
      await scene.gateway.setOption('EmailDomainBlocklist', 'spam.example,*.junk.example');
      for (const email of ['a@SPAM.example', 'a@deep.spam.example', 'a@junk.example'])
        expect((await ask(email)).body.code).toBe('email_domain_not_allowed');
      expect((await bind(user, { email: 'b@deep.spam.example', code })).code).toBe(
        'email_domain_not_allowed',
      );
      expect((await ask('a@nospam.example')).body.success).toBe(true);
      await scene.gateway.setOption('EmailDomainWhitelist', '*.corp.example');
      await scene.gateway.setOption('EmailDomainRestrictionEnabled', 'true');
      expect((await ask('a@hq.corp.example')).body.success).toBe(true);
      for (const email of ['a@corp.example', 'a@evilcorp.example'])
        expect((await ask(email)).body.code).toBe('email_domain_not_allowed');
      await scene.gateway.setOption('EmailDomainRestrictionEnabled', 'false');
      await scene.gateway.setOption('EmailDomainBlocklist', '');
    },
  );

  once('invalid addresses are refused, above all those that could inject headers', async () => {
    expect((await ask('')).body.code).toBe('email_required');
    for (const bad of [
      'nobody',
      'a@b',
      'a@@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org,b@example.org',
      '"a b"@example.org',
      'A <a@example.org>',
      `${'a'.repeat(65)}@example.org`,
      `a@${'b.'.repeat(130)}org`,
    ])
      expect([bad, (await ask(bad)).body.code]).toEqual([bad, 'email_invalid']);
  });

  test('a refusal by the mail server is reported as such, with the time until the address may get another', async () => {
    const email = scene.address();
    const refuse = async () => {
      scene.mail.fail({ code: 550, message: 'no such mailbox' });
      const { body } = await ask(email);
      return [body.code, body['retry_after']];
    };
    for (let sent = 1; sent < 6; sent += 1) {
      expect(await refuse()).toEqual(['mail_failed', 30]);
      scene.clock.advance(30_000);
    }
    expect(await refuse()).toEqual(['mail_failed', 3450]);
  });

  test('two accounts never get the same address', async () => {
    const email = scene.address();
    const users = await Promise.all([1, 2].map(() => scene.gateway.user()));
    const code = await scene.code(email);
    const answers = await Promise.all(users.map((user) => bind(user, { email, code })));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  test('the database stores neither codes nor the addresses they were sent to, and nothing for long', async () => {
    const { store } = scene.gateway.app.domain;
    const email = scene.address();
    const code = await scene.code(email);
    const rows = () => store.db.selectFrom('mail_codes').selectAll().execute();
    const kept = JSON.stringify(await rows());
    expect([kept.includes(email), kept.includes(`"${code}"`)]).toEqual([false, false]);
    scene.clock.advance(3_600_000);
    await expireMailCodes(scene.gateway.app.domain).run(new AbortController().signal);
    expect(await rows()).toEqual([]);
  });
});
