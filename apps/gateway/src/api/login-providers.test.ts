import { type LoginProviderEntry, loginProviderTable } from '@tollgate/contract';
import { LOGIN_FAULTS, type Person } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../test-support/databases.ts';
import { type Begun, type LoginScene, openLoginScene } from '../../test-support/login-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { formerGithubSubject, NAME_COUNTS_DAYS } from '../domain/logins/former-identities.ts';
import { nowSeconds } from '../platform/clock.ts';
import { insertIdentity } from '../store/user-identities-repository.ts';

let people = 1000;
/** Returns a person whom no provider has seen before. */
const somebody = (): Person & { subject: number } => {
  people += 1;
  return { subject: people, username: `u${people}`, name: `Person ${people}` };
};

/** All providers on one database. What is stored is the same, so one of each kind is enough on the other. */
const providersOn = (database: DatabaseKind): readonly LoginProviderEntry[] =>
  database === databaseKinds[0]
    ? loginProviderTable
    : [...new Map(loginProviderTable.toReversed().map((each) => [each.kind, each])).values()];

/** The contract for every login provider in the registry, tested against its simulator. */
describe.each(databaseKinds)('on %s', (kind) => {
  let scene: LoginScene;
  beforeAll(async () => {
    scene = await openLoginScene(kind);
  });
  afterAll(() => scene.close());

  const countUsers = async () =>
    (await scene.gateway.app.domain.store.db.selectFrom('users').select('id').execute()).length;
  const readSelf = async (client: Client) => (await client.call('GET', '/api/user/self')).body.data;
  const manage = (id: unknown, action: string) =>
    scene.gateway.root.call('POST', '/api/user/manage', { id, action });

  describe('an account that was imported with its GitHub name', () => {
    const github = loginProviderTable.find(({ id }) => id === 'github') as LoginProviderEntry;
    /** Creates an account as an import leaves it, a number of days ago. */
    const imported = async (name: string, days: number) => {
      const owner = await scene.gateway.user();
      const { store, clock } = scene.gateway.app.domain;
      await insertIdentity(store.db, {
        provider: 'github',
        subject: formerGithubSubject(name),
        user_id: owner.id,
        bound_at: nowSeconds(clock) - days * 86_400,
      });
      return owner;
    };

    test('is entered by whoever has the name there, and from then on by the number alone', async () => {
      const person = { ...somebody(), username: 'Octo-Cat' };
      const owner = await imported('octo-cat', 1);
      expect((await scene.login(github, person)).body.data.id).toBe(owner.id);
      const renamed = { ...person, username: 'another-name' };
      expect((await scene.login(github, renamed)).body.data.id).toBe(owner.id);
      const successor = { ...somebody(), username: 'Octo-Cat' };
      expect((await scene.login(github, successor)).body.data.id).not.toBe(owner.id);
    });

    test('is bound to its number when its owner links it', async () => {
      const person = { ...somebody(), username: 'bound-cat' };
      const owner = await imported('bound-cat', 1);
      expect((await scene.login(github, person, owner)).body.message).toBe('bind');
      expect((await readSelf(owner)).github_id).toBe(String(person.subject));
    });

    test('cannot be entered by name 90 days after the import', async () => {
      const owner = await imported('late-cat', NAME_COUNTS_DAYS + 1);
      const person = { ...somebody(), username: 'late-cat' };
      expect((await scene.login(github, person)).body.data.id).not.toBe(owner.id);
    });
  });

  describe.each(providersOn(kind).map((provider) => [provider.name, provider] as const))(
    'a login by %s',
    (_name, provider) => {
      const { userField, id: providerId } = provider;
      const subjectOf = ({ subject }: Person) =>
        `${scene.simulator(provider).subjectPrefix ?? ''}${String(subject)}`;
      const login = async (person: Person, client?: Client, aff?: string) =>
        (await scene.login(provider, person, client, aff)).body;

      test('creates an account the first time and signs in its owner from then on, even under a new name', async () => {
        const person = somebody();
        const first = await login(person);
        expect(first).toMatchObject({
          success: true,
          data: { [userField]: subjectOf(person), role: 1, token: expect.any(String) },
        });
        const again = await login({ ...person, username: 'renamed', name: '' });
        expect(again.data).toMatchObject({ id: first.data.id, username: first.data.username });
      });

      test('derives a free username of at most 12 characters, even if two people have the same name', async () => {
        const names = await Promise.all(
          [somebody(), somebody()].map(async (person) => {
            const { data } = await login({ ...person, username: 'the-very-same-long-name' });
            return String(data.username);
          }),
        );
        expect(new Set(names).size).toBe(2);
        for (const name of names) expect(name).toMatch(/^\S{1,12}$/);
        const { data } = await login({ ...somebody(), username: '😀x'.repeat(6) });
        expect(String(data.username).isWellFormed()).toBe(true);
        expect(String(data.username)).not.toContain('\uFFFD');
      });

      test('links the account if a user is signed in, with the message bind, and is idempotent', async () => {
        const [person, user] = [somebody(), await scene.gateway.user({ role: 10 })];
        for (let time = 0; time < 2; time += 1)
          expect(await login(person, user)).toMatchObject({
            success: true,
            message: 'bind',
            data: null,
          });
        expect((await readSelf(user))[userField]).toBe(subjectOf(person));
        expect((await login(person)).data.id).toBe(user.id);
        const path = `/api/audit/?subject=user&object_id=${user.id}`;
        const entries = (await scene.gateway.root.call('GET', path)).body.data.items;
        const bindings = (entries as { action: string }[]).filter(({ action }) =>
          action.startsWith('signInWith'),
        );
        expect(bindings).toMatchObject([
          { changes: [{ field: provider.id, to: subjectOf(person) }] },
        ]);
      });

      test('links no identity of another user, and replaces none that the user has', async () => {
        const [person, other] = [somebody(), somebody()];
        const [owner, thief] = [await scene.gateway.user(), await scene.gateway.user()];
        await login(person, owner);
        expect((await login(person, thief)).code).toBe('oauth_taken');
        expect((await login(other, owner)).code).toBe('oauth_already_bound');
        expect((await readSelf(owner))[userField]).toBe(subjectOf(person));
        expect((await readSelf(thief))[userField]).toBe('');
      });

      test('links an identity to only one of two users who link it concurrently, and refuses the other', async () => {
        const person = somebody();
        const users = [await scene.gateway.user(), await scene.gateway.user()];
        const answers = await Promise.all(users.map((user) => login(person, user)));
        expect(answers.map(({ message, code }) => code ?? message).sort()).toEqual([
          'bind',
          'oauth_taken',
        ]);
        const bound = await Promise.all(
          users.map(async (user) => (await readSelf(user))[userField]),
        );
        expect(bound).toHaveLength(2);
        expect(bound).toEqual(expect.arrayContaining(['', subjectOf(person)]));
      });

      test('creates one account if the same person logs in twice concurrently', async () => {
        const [person, before] = [somebody(), await countUsers()];
        const answers = await Promise.all([login(person), login(person)]);
        expect(answers.map(({ success }) => success)).toEqual([true, true]);
        expect(answers[0].data.id).toBe(answers[1].data.id);
        expect(await countUsers()).toBe(before + 1);
      });

      test("reports disabled and deleted users, and lets another user permanently take over a deleted one's identity, without gifts again", async () => {
        const { gateway } = scene;
        await gateway.setOption('QuotaForNewUser', '100');
        const person = somebody();
        const { data } = await login(person);
        expect(data.quota).toBe(100);
        for (const action of ['disable', 'delete']) {
          await manage(data.id, action);
          expect((await login(person)).code).toBe('user_disabled');
        }
        const heir = await gateway.user();
        expect((await login(person, heir)).message).toBe('bind');
        expect((await login(person)).data).toMatchObject({ id: heir.id, quota: 0 });
        const restored = await gateway.root.call('POST', `/api/user/${String(data.id)}/restore`);
        expect(restored.body.success).toBe(true);
        expect((await login(person)).data.id).toBe(heir.id);
        await gateway.setOption('QuotaForNewUser', '0');
      });

      test('admits nobody new while registration is closed, and nobody at all while it is off', async () => {
        const [person, begun] = [somebody(), await scene.begin(provider)];
        await login(person);
        await scene.gateway.setOption('RegisterEnabled', 'false');
        expect((await login(somebody())).code).toBe('registration_disabled');
        expect((await login(person)).success).toBe(true);
        await scene.gateway.setOption('RegisterEnabled', 'true');
        await scene.setSwitch(provider, false);
        const proof = scene.prove(provider, person, begun);
        expect((await scene.finish(provider, proof, begun)).body.code).toBe('oauth_off');
        await scene.setSwitch(provider, true);
      });

      test('accepts a proof once', async () => {
        const person = somebody();
        const begun = await scene.begin(provider);
        const proof = scene.prove(provider, person, begun);
        expect((await scene.finish(provider, proof, begun)).body.success).toBe(true);
        const next = await scene.begin(provider);
        const { state } = provider.kind === 'oauth' ? scene.prove(provider, person, next) : {};
        const again = await scene.finish(provider, { ...proof, ...(state ? { state } : {}) }, next);
        expect(again.body).toMatchObject({
          success: false,
          code: {
            oauth: 'oauth_failed',
            code: 'verification_code_wrong',
            widget: 'oauth_state_invalid',
          }[provider.kind],
        });
      });

      test('counts the invitation, with its rewards', async () => {
        const { gateway } = scene;
        const inviter = await gateway.user();
        const aff = String((await inviter.call('GET', '/api/user/aff')).body.data);
        await gateway.setOption('QuotaForInvitee', '30');
        const { data } = await login(somebody(), undefined, aff);
        await gateway.setOption('QuotaForInvitee', '0');
        expect(data).toMatchObject({ inviter_id: inviter.id, quota: 30 });
      });

      test('links nothing for a program with an access token', async () => {
        const user = await scene.gateway.user();
        const token = String((await user.call('GET', '/api/user/token')).body.data);
        const program: Client = {
          ...user,
          call: (method, path, body, headers) =>
            scene.gateway.visitor.call(method, path, body, {
              ...headers,
              authorization: `Bearer ${token}`,
              'new-api-user': String(user.id),
            }),
        };
        expect((await login(somebody(), program)).code).toBe('session_required');
        expect((await readSelf(user))[userField]).toBe('');
      });

      test('appears in the status, the settings and the API reference', async () => {
        const { visitor, root } = scene.gateway;
        const { data } = (await visitor.call('GET', '/api/status')).body;
        expect(data[provider.enabled.status as 'name']).toBe(true);
        const options = (await root.call('GET', '/api/option/')).body.data as { key: string }[];
        expect(options.map(({ key }) => key)).toContain(provider.enabled.key);
        const reference = (await visitor.call('GET', '/api/openapi.json')).body;
        const path = `/api/oauth/{provider}${provider.kind === 'widget' ? '/login' : ''}`;
        const { get } = (reference.paths as Record<string, { get: object }>)[path] ?? {};
        expect(JSON.stringify(get)).toContain(`"${providerId}"`);
      });

      // What no database has a part in is tested on one.
      if (provider.kind !== 'widget' && kind === databaseKinds[0]) {
        test.each(LOGIN_FAULTS)(
          'reports that the provider is unreachable while it responds with %s, and works again afterwards',
          async (fault) => {
            const { loginProviderContext } = scene.gateway.app.domain;
            const simulator = scene.simulator(provider);
            const { timeoutMs } = loginProviderContext;
            const before = await countUsers();
            simulator.fail?.(fault);
            // No long wait for a provider that does not respond.
            if (fault === 'silence') loginProviderContext.timeoutMs = 50;
            expect((await login(somebody())).code).toBe('oauth_site_unreachable');
            loginProviderContext.timeoutMs = timeoutMs;
            simulator.fail?.(undefined);
            expect(await countUsers()).toBe(before);
            expect((await login(somebody())).success).toBe(true);
          },
        );

        test.each([
          undefined,
          null,
          '',
          '  ',
          true,
          1.5,
          2 ** 53,
          [7],
          { id: 7 },
          'x'.repeat(256),
          'a\0b',
          'a\ud800',
        ])('refuses a profile whose id is %j', async (subject) => {
          const before = await countUsers();
          const { success, code } = await login({ ...somebody(), subject });
          expect([success, code]).toEqual([
            false,
            provider.kind === 'code' ? 'verification_code_wrong' : 'oauth_failed',
          ]);
          expect(await countUsers()).toBe(before);
        });

        test('recognizes a person by an id that is a number or the same number as text', async () => {
          const person = somebody();
          const { data } = await login(person);
          expect((await login({ ...person, subject: String(person.subject) })).data.id).toBe(
            data.id,
          );
        });
      }
      if (provider.kind === 'oauth') describeStates(provider);
    },
  );

  function describeStates(provider: LoginProviderEntry) {
    const refused = { status: 403, body: { code: 'oauth_state_invalid' } };
    /**
     * Returns from the provider with a valid code, by default from another login attempt, and a state and
     * cookie.
     */
    const comeBack = async (
      { state, cookie, authorizationUrl }: { state: string; cookie: string } & Partial<Begun>,
      client?: Client,
    ) => {
      const begun = await scene.begin(provider);
      const consent = authorizationUrl ? { ...begun, authorizationUrl } : begun;
      const proof = scene.prove(provider, somebody(), consent);
      return scene.finish(provider, { ...proof, state }, { ...begun, cookie }, client);
    };
    const begin = async (client?: Client) => {
      const begun = await scene.begin(provider, client);
      return {
        ...begun,
        state: new URL(begun.authorizationUrl).searchParams.get('state') ?? '',
      };
    };
    const usesPkce = async () => (await begin()).authorizationUrl.includes('code_challenge=');

    test('accepts a state once, and only in the browser that started', async () => {
      const [first, other] = [await begin(), await begin()];
      expect(first.state).not.toBe(other.state);
      expect(await comeBack({ ...first, cookie: other.cookie })).toMatchObject(refused);
      // It is used up: trying it elsewhere ends it.
      expect(await comeBack(first)).toMatchObject(refused);
      expect((await comeBack(other)).body.success).toBe(true);
      expect(await comeBack(other)).toMatchObject(refused);
      expect(await comeBack({ ...(await begin()), cookie: '' })).toMatchObject(refused);
    });

    test('accepts no state that is forged, missing, ten minutes old, of another provider or of another session', async () => {
      const made = { state: 'made-up', cookie: 'oauth_state=made-up' };
      expect(await comeBack(made)).toMatchObject(refused);
      expect(await comeBack({ ...(await begin()), state: '' })).toMatchObject(refused);
      const late = await begin();
      scene.clock.advance(600_000);
      expect(await comeBack(late)).toMatchObject(refused);
      const elsewhere = loginProviderTable.find(
        (one) => one.kind === 'oauth' && one.id !== provider.id,
      ) as LoginProviderEntry;
      const begun = await scene.begin(elsewhere);
      const state = new URL(begun.authorizationUrl).searchParams.get('state') ?? '';
      expect(await comeBack({ state, cookie: begun.cookie })).toMatchObject(refused);
      const [user, other] = [await scene.gateway.user(), await scene.gateway.user()];
      expect(await comeBack(await begin(user), other)).toMatchObject(refused);
      // Nobody was signed in: what started as a login links nothing, as nobody confirmed the session.
      expect(await comeBack(await begin(), user)).toMatchObject(refused);
    });

    test('accepts a state created without a provider, as API clients may, unless the provider binds codes to it', async () => {
      const { body, headers } = await scene.gateway.visitor.call('GET', '/api/oauth/state');
      expect(body).not.toHaveProperty('authorization_url');
      const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      expect(headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict;/);
      const { body: end } = await comeBack({ state: String(body.data), cookie });
      expect(end.code ?? 'in').toBe((await usesPkce()) ? 'oauth_failed' : 'in');
    });

    test('refuses to start while it is off', async () => {
      await scene.setSwitch(provider, false);
      await expect(scene.begin(provider)).rejects.toThrow('oauth_off');
      await scene.setSwitch(provider, true);
    });
  }

  test('LinuxDO’s silenced and inactive members are refused', async () => {
    const linuxdo = loginProviderTable.find(({ id }) => id === 'linuxdo') as LoginProviderEntry;
    for (const more of [{ silenced: true }, { active: false }])
      expect((await scene.login(linuxdo, { ...somebody(), more })).body.code).toBe('oauth_failed');
  });

  const unsigned = loginProviderTable.filter(({ id }) => /github|discord|linuxdo|wechat/.test(id));
  test.each(unsigned)('an error of $name that has an id of its own is nobody', async (provider) => {
    const before = await countUsers();
    for (const status of [302, 401, 429]) {
      const person = { subject: 'rate_limit', status };
      expect((await scene.login(provider, person)).body.code).toBe('oauth_failed');
    }
    expect(await countUsers()).toBe(before);
  });

  test('a provider that does not exist, or does not support this way, is refused', async () => {
    for (const path of ['nope?code=x&state=x', 'telegram?code=x', 'github/login?hash=x'])
      expect((await scene.gateway.visitor.call('GET', `/api/oauth/${path}`)).body.code).toBe(
        'oauth_provider_unknown',
      );
  });
});
