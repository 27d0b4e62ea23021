import type { KyselyPlugin } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { holdTransaction } from '../../test-support/hold-transaction.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import { createSoftwareAuthenticator } from '../../test-support/software-authenticator.ts';
import type { ApiResponse, Client } from '../../test-support/test-gateway.ts';
import type { StoreTransaction } from '../store/open-store.ts';
import { startSession } from '../domain/accounts/sessions.ts';
import { checkPassword } from '../domain/logins/check-password.ts';
import { beginSecondStep, finishWithPasskey } from '../domain/second-factors/second-step.ts';
import { insertSession } from '../store/sessions-repository.ts';
import { lockUser, updateUser } from '../store/users-repository.ts';

const SITE = { origin: 'https://gate.example.org', rpId: 'gate.example.org' };
const OLD = 'password1';

const cookieOf = ({ headers }: ApiResponse) =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const codeOf = ({ body }: ApiResponse) => body.code ?? 'done';

/** Runs `action` after each query that deletes from a table. */
function afterDeleteFrom(table: string, action: () => Promise<unknown>): KyselyPlugin {
  const deletions = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'DeleteQueryNode' && JSON.stringify(node.from).includes(table))
        deletions.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (deletions.has(queryId)) await action();
      return result;
    },
  };
}

describe.each(databaseKinds)('two changes of one account’s credentials at once, on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const storeOf = () => scene.gateway.app.domain.store;
  const holdWhile = <Result>(
    inside: (trx: StoreTransaction) => Promise<unknown>,
    outside: () => Promise<Result>,
    sessions = 1,
  ) => holdTransaction(storeOf(), { inside, outside, sessions });

  const setPassword = (client: Client, password: string) =>
    client.call('PUT', '/api/user/self', { original_password: OLD, password });
  const beginApp = async (person: Client) => {
    const { secret } = (await person.call('POST', '/api/user/totp/setup')).body.data;
    const timestamp = scene.clock.nowMs();
    return new TOTP({ secret: String(secret) }).generate({ timestamp });
  };
  const confirmApp = (person: Client, code: string) =>
    person.call('POST', '/api/user/totp/confirm', { code });
  const addApp = async (person: Client) => confirmApp(person, await beginApp(person));
  const beginPasskey = async (person: Client, device = createSoftwareAuthenticator(SITE)) => {
    const begun = await person.call('POST', '/api/user/passkey/options');
    const { challenge, options } = begun.body.data as unknown as {
      challenge: string;
      options: Record<string, unknown>;
    };
    const body = { challenge, name: 'Laptop', response: device.attest(options) };
    return { body, headers: { cookie: cookieOf(begun) } };
  };
  type BegunPasskey = Awaited<ReturnType<typeof beginPasskey>>;
  const addPasskey = (person: Client, { body, headers }: BegunPasskey) =>
    person.call('POST', '/api/user/passkey', body, headers);
  const countCodes = async ({ id }: Client) =>
    (
      await storeOf()
        .db.selectFrom('recovery_codes')
        .select('code_hash')
        .where('user_id', '=', id)
        .execute()
    ).length;

  test('only one of two new passwords is set by the same current one: a thief’s does not replace the owner’s', async () => {
    const name = `twice${kind}`;
    const owner = await scene.gateway.user({ name });
    const thief = await scene.gateway.login(name, OLD);
    const answers = await Promise.all([
      setPassword(owner, 'password2'),
      setPassword(thief, 'password3'),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'not_signed_in']);
    const other = await scene.gateway.user();
    const tabs = await Promise.all([
      setPassword(other, 'password2'),
      setPassword(other, 'password3'),
    ]);
    expect(tabs.map(codeOf).toSorted()).toEqual(['done', 'original_password_wrong']);
  });

  test('a reset link sets no password once its address belongs to the account no more', async () => {
    const email = scene.address();
    const { id } = await scene.userWith(email);
    const token = await scene.resetToken(email);
    const next = scene.address();
    const answer = await holdWhile(
      (trx) => updateUser(trx, id, { email: next, email_lower: next }),
      () => scene.gateway.visitor.call('POST', '/api/user/reset', { email, token }),
    );
    expect(codeOf(answer)).toBe('reset_link_invalid');
  });

  test('a session that starts while second factors are removed ends with the others', async () => {
    const person = await scene.gateway.user();
    await addApp(person);
    const now = Math.floor(scene.clock.nowMs() / 1000);
    const session = {
      token_hash: `late ${kind}`,
      user_id: person.id,
      created_at: now,
      expires_at: now + 3600,
      last_seen_at: now,
      ip: '',
      user_agent: '',
      confirmed_at: now,
      provider_session: '',
    };
    const answer = await holdWhile(
      async (trx) => {
        await lockUser(trx, person.id);
        await insertSession(trx, session);
      },
      () => scene.gateway.root.call('DELETE', `/api/user/${person.id}/second_factors`),
    );
    expect(codeOf(answer)).toBe('done');
    const { db } = storeOf();
    const query = db.selectFrom('sessions').select('id').where('user_id', '=', person.id);
    expect(await query.execute()).toEqual([]);
  });

  test('no factor is added by a session that ends meanwhile: it would let a thief in after all were removed', async () => {
    const person = await scene.gateway.user();
    const code = await beginApp(person);
    const passkey = await beginPasskey(person);
    const answers = await holdWhile(
      async (trx) => {
        await lockUser(trx, person.id);
        await trx.deleteFrom('sessions').where('user_id', '=', person.id).execute();
      },
      () => Promise.all([confirmApp(person, code), addPasskey(person, passkey)]),
      2,
    );
    expect(answers.map(codeOf)).toEqual(['not_signed_in', 'not_signed_in']);
  });

  test('no address is linked by a session that ends meanwhile: whoever has it can request a new password', async () => {
    const person = await scene.gateway.user();
    const email = scene.address();
    const query = new URLSearchParams({ email, code: await scene.code(email) });
    const answer = await holdWhile(
      async (trx) => {
        await lockUser(trx, person.id);
        await trx.deleteFrom('sessions').where('user_id', '=', person.id).execute();
      },
      () => person.call('GET', `/api/oauth/email/bind?${query.toString()}`),
    );
    expect(codeOf(answer)).toBe('not_signed_in');
  });

  test('a login by the old password and a passkey starts no session after a new password', async () => {
    const { domain } = scene.gateway.app;
    const name = `late${kind}`;
    const person = await scene.gateway.user({ name });
    const device = createSoftwareAuthenticator(SITE);
    await addPasskey(person, await beginPasskey(person, device));
    const credentials = { username: name, password: OLD };
    const answer = await scene.gateway.visitor.call('POST', '/api/user/login', credentials);
    const step = answer.body.second_factor as {
      challenge: string;
      passkey: Record<string, unknown>;
    };
    const browser = cookieOf(answer).slice('login_step='.length);
    const response = device.assert(step.passkey);
    // The password changes right after the login's challenge is used up.
    const db = domain.store.db.withPlugin(
      afterDeleteFrom('login_challenges', () => setPassword(person, 'password2')),
    );
    const login = async () => {
      const changing = { ...domain, store: { ...domain.store, db } };
      const reference = { challenge: step.challenge, browser };
      const finished = { response, kind: 'login' } as const;
      const { user } = await finishWithPasskey(changing, reference, finished);
      await startSession(domain, user, { address: '', userAgent: '' });
    };
    await expect(login()).rejects.toThrow('login_failed');
  });

  test('a login by the old password gets no second step once there is a new password', async () => {
    const { domain } = scene.gateway.app;
    const name = `step${kind}`;
    const person = await scene.gateway.user({ name });
    await addApp(person);
    const user = await checkPassword(domain, name, OLD);
    expect(codeOf(await setPassword(person, 'password2'))).toBe('done');
    await expect(beginSecondStep(domain, user, '')).rejects.toThrow('login_failed');
    const next = await checkPassword(domain, name, 'password2');
    expect(await beginSecondStep(domain, next, '')).toHaveProperty('step.methods', [
      'totp',
      'recovery_code',
    ]);
  });

  test('a login by a passkey starts no session once an administrator has removed that passkey', async () => {
    const { domain } = scene.gateway.app;
    const person = await scene.gateway.user();
    const device = createSoftwareAuthenticator(SITE);
    await addPasskey(person, await beginPasskey(person, device));
    const begun = await scene.gateway.visitor.call('POST', '/api/user/login/passkey/options');
    const { challenge, options } = begun.body.data as unknown as {
      challenge: string;
      options: Record<string, unknown>;
    };
    const remove = () => scene.gateway.root.call('DELETE', `/api/user/${person.id}/second_factors`);
    const db = domain.store.db.withPlugin(afterDeleteFrom('login_challenges', remove));
    const login = async () => {
      const changing = { ...domain, store: { ...domain.store, db } };
      const browser = cookieOf(begun).slice('login_step='.length);
      const finished = { response: device.assert(options), kind: 'passkey-login' } as const;
      const { user, ...from } = await finishWithPasskey(changing, { challenge, browser }, finished);
      await startSession(domain, user, { ...from, address: '', userAgent: '' });
    };
    await expect(login()).rejects.toThrow('login_failed');
  });

  test('recovery codes renewed twice at once are ten', async () => {
    const person = await scene.gateway.user();
    await addApp(person);
    const renew = () => person.call('POST', '/api/user/recovery_codes');
    const answers = await holdWhile(
      (trx) =>
        trx
          .updateTable('recovery_codes')
          .set({ user_id: person.id })
          .where('user_id', '=', person.id)
          .execute(),
      () => Promise.all([renew(), renew()]),
      2,
    );
    expect(answers.map(codeOf)).toEqual(['done', 'done']);
    expect(await countCodes(person)).toBe(10);
  });

  test('no recovery codes remain when the last two factors are removed at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await scene.gateway.user();
      await addApp(person);
      const { passkey } = (await addPasskey(person, await beginPasskey(person))).body
        .data as unknown as {
        passkey: { id: number };
      };
      const answers = await Promise.all([
        person.call('DELETE', '/api/user/totp'),
        person.call('DELETE', `/api/user/passkey/${passkey.id}`),
      ]);
      expect(answers.map(codeOf)).toEqual(['done', 'done']);
      expect(await countCodes(person)).toBe(0);
    }
  });
});
