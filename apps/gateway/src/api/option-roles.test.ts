import {
  findOption,
  type OptionDefinition,
  optionRegistry,
  PAYMENT_PROVIDER_IDS,
  paymentProviderOf,
  ROLE_ROOT,
} from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startVerifier, type Verifier } from '../../test-support/start-verifier.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

const ROLES = ['visitor', 'user', 'admin', 'root'] as const;
type RoleName = (typeof ROLES)[number];

/**
 * What decides identities, where money and secrets are sent, how people log in, and whose payloads are
 * logged.
 */
const ROOT_GROUPS = [
  'server',
  'login',
  'github',
  'linuxdo',
  'wechat',
  'telegram',
  'google',
  'discord',
  'oidc',
  'turnstile',
  'smtp',
  'chat',
  'payload',
];
/** The same in groups that role 10 may otherwise write. */
const ROOT_KEYS = [
  // Everything a payment provider needs, whatever its section.
  ...PAYMENT_PROVIDER_IDS.flatMap((id) => paymentProviderOf(id).options.map(({ key }) => key)),
  'CustomCallbackAddress',
  'TopUpLink',
  'ChatLink',
  'ChatLink2',
  // How long administrators' traces are kept.
  'AuditRetentionDays',
  'SignInRetentionDays',
];

let verifier: Verifier;
let gateway: TestGateway;
let clients: Record<RoleName, Client>;
beforeAll(async () => {
  verifier = await startVerifier(sampleOf(optionOf('TurnstileSecretKey')));
  gateway = await startTestGateway({ env: { HUMAN_CHECK_URL: verifier.url } });
  const { root, visitor } = gateway;
  // Only someone with a second factor can make it mandatory.
  await gateway.app.domain.store.db
    .insertInto('totp_secrets')
    .values({ user_id: root.id, secret_cipher: '', confirmed_at: 1, last_step: 0 })
    .execute();
  clients = { visitor, user: await gateway.user(), admin: await gateway.user({ role: 10 }), root };
  // Everything that switches require, so that all of them can be turned on, and a second way in for root.
  const needed = new Set(optionRegistry.flatMap(({ requires }) => requires?.keys.flat() ?? []));
  for (const key of needed)
    if (stored(key) === '') await write([{ key, value: sampleOf(optionOf(key)) }]);
  await write([{ key: 'TelegramOAuthEnabled', value: 'true' }]);
  await gateway.app.domain.store.db
    .insertInto('user_identities')
    .values({ provider: 'telegram', subject: '7', user_id: root.id, bound_at: 1 })
    .execute();
});
afterAll(async () => {
  await gateway.close();
  await verifier.close();
});

function optionOf(key: string): OptionDefinition {
  const option = findOption(key);
  if (!option) throw new Error(`no option ${key}`);
  return option;
}

const stored = (key: string) => gateway.app.domain.options.raw(key);
const write = (changes: { key: string; value: string }[]) =>
  gateway.app.domain.options.write(changes, { id: 1, username: 'root', role: ROLE_ROOT });

/** A well-formed value different from `before`. */
function sampleOf({ key, kind, choices, max = 9 }: OptionDefinition, before = ''): string {
  switch (kind) {
    case 'boolean':
      return String(before !== 'true');
    case 'integer':
    case 'decimal':
      if (key === 'UsageRetentionDays') return before === '0' ? '400' : '0';
      return String(Number(before) < max ? Number(before) + 1 : Number(before) - 1);
    case 'choice':
      return choices?.find((choice) => choice !== before) ?? '';
    case 'list':
      if (key === 'TopUpAmounts') return before === '' ? '5' : `${before},7`;
      return `${key.toLowerCase()}.example`;
    case 'json':
      return `${before} `;
    case 'url':
      return `https://${key.toLowerCase().replaceAll('_', '-')}.example${before === '' ? '' : '/2'}`;
    case 'text':
      if (key === 'Logo') return before === '' ? '/logo.svg' : '/logo-2.svg';
      if (key === 'SMTPServer') return before === '' ? 'smtp.example' : 'smtp-2.example';
      return `sample of ${key}${before === '' ? '' : ' 2'}`;
  }
}

/** The change, and the secret that is sent to a new address because of it. */
function changesOf({ key }: OptionDefinition, value: string) {
  const secrets = optionRegistry.filter(({ sentTo }) => sentTo?.includes(key));
  return [{ key, value }, ...secrets.map((one) => ({ key: one.key, value: sampleOf(one) }))];
}

const expectedOf = (role: RoleName, { write: writer }: OptionDefinition): string => {
  return role === 'root' || writer === 'admin' ? '200 done' : '403 option_requires_super_admin';
};

describe.each(ROLES)('as %s', (role) => {
  test('every option of the registry is readable exactly as the registry says, and no secret by anybody', async () => {
    const { status, body } = await clients[role].call('GET', '/api/option/');
    const mayRead = role === 'admin' || role === 'root';
    expect(status).toBe(mayRead ? 200 : role === 'user' ? 403 : 401);
    const keys = mayRead ? (body.data as { key: string }[]).map(({ key }) => key) : [];
    const wanted = optionRegistry.filter(({ read }) => mayRead && read === 'admin');
    expect(keys).toEqual(wanted.map(({ key }) => key));
  });

  // Neither endpoint lets others in, whatever the option: `access.test.ts`.
  if (role === 'visitor' || role === 'user') return;
  test.each([
    ['alone', 'PUT', '/api/option/'],
    ['in a batch', 'POST', '/api/option/batch'],
  ])(
    'every option of the registry is writable %s exactly as the registry says, and unchanged by others',
    async (_how, method, path) => {
      const wrong: string[] = [];
      for (const option of optionRegistry) {
        const before = stored(option.key);
        const value = sampleOf(option, before);
        const options = changesOf(option, value);
        // Both ways save a list; only here root saves more than one change at once.
        if (role === 'root' && method === 'POST' && options.length === 1) continue;
        const expected = expectedOf(role, option);
        const body = method === 'PUT' ? options[0] : { options };
        const answer = await clients[role].call(method, path, body);
        const got = `${answer.status} ${answer.body.code ?? 'done'}`;
        const isAlone = method === 'PUT' && options.length > 1 && stored(options[1]?.key ?? '');
        const wanted = expected === '200 done' && isAlone ? '200 option_secret_again' : expected;
        const after = wanted === '200 done' ? value : before;
        if (got !== wanted || stored(option.key) !== after)
          wrong.push(`${option.key}: ${got} for ${wanted}, ${stored(option.key)} for ${after}`);
        if (before !== stored(option.key)) await write(changesOf(option, before));
      }
      expect(wrong).toEqual([]);
    },
  );
});

test('only the super admin writes secrets and what decides identity, mail, payment, addresses and logins', () => {
  const byRoot = optionRegistry
    .filter(
      ({ key, group, secret }) => secret || ROOT_GROUPS.includes(group) || ROOT_KEYS.includes(key),
    )
    .map(({ key }) => key);
  expect(optionRegistry.filter(({ write: by }) => by === 'root').map(({ key }) => key)).toEqual(
    byRoot,
  );
});

test("one option reserved for the super admin makes an administrator's whole batch fail", async () => {
  const before = stored('RetryTimes');
  const { status, body } = await clients.admin.call('POST', '/api/option/batch', {
    options: [
      { key: 'RetryTimes', value: '7' },
      { key: 'SMTPServer', value: 'mail.evil.example' },
    ],
  });
  expect([status, body.code, body.field]).toEqual([
    403,
    'option_requires_super_admin',
    'SMTPServer',
  ]);
  expect(stored('RetryTimes')).toBe(before);
});

describe('a stored secret', () => {
  const sent = optionRegistry.flatMap(({ key, sentTo = [] }) =>
    sentTo.map((place) => [key, place] as const),
  );

  test.each(sent)('%s is not sent to a new %s until it is entered again', async (secret, place) => {
    const [address = ''] = optionOf(secret).sentTo ?? [];
    await write([
      { key: address, value: sampleOf(optionOf(address)) },
      { key: secret, value: 'the-secret' },
    ]);
    const value = sampleOf(optionOf(place), stored(place));
    const save = async (options: { key: string; value: string }[]) =>
      (await gateway.root.call('POST', '/api/option/batch', { options })).body;
    for (const typed of [undefined, '', '  '])
      expect(
        await save([
          { key: place, value },
          ...(typed === undefined ? [] : [{ key: secret, value: typed }]),
        ]),
      ).toMatchObject({ success: false, code: 'option_secret_again', field: secret });
    expect(
      await save([
        { key: place, value },
        { key: secret, value: 'the-secret' },
      ]),
    ).toMatchObject({ success: true });
    expect(stored(place)).toBe(value);
  });

  test('an address can be removed without its secret, but restored only with it', async () => {
    await write([
      { key: 'WorkerUrl', value: 'https://worker.example' },
      { key: 'WorkerValidKey', value: 'the-secret' },
    ]);
    const save = async (value: string) =>
      (await gateway.root.call('PUT', '/api/option/', { key: 'WorkerUrl', value })).body.code;
    expect(await save('')).toBeUndefined();
    expect(await save('https://worker.example')).toBe('option_secret_again');
  });

  test('every secret that is sent somewhere names an existing address', () => {
    for (const [, place] of sent) expect(optionOf(place).write).toBe('root');
    expect(sent.map(([secret]) => secret)).toEqual(
      expect.arrayContaining(['SMTPToken', 'WorkerValidKey', 'EpayKey', 'UsdtApiKey']),
    );
  });
});
