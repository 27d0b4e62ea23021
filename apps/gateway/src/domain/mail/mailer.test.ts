import { type MailSimulator, startMailSimulator } from '@tollgate/simulators';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { createMailer } from './mailer.ts';

const open: MailSimulator[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(options: Parameters<typeof startMailSimulator>[0] = {}) {
  const server = await startMailSimulator(options);
  open.push(server);
  return server;
}

function mailerFor(
  server: { port: number },
  change: Record<string, string> = {},
  allowPrivate = true,
) {
  const values: Record<string, string> = {
    SMTPServer: '127.0.0.1',
    SMTPPort: String(server.port),
    SMTPAccount: '',
    SMTPToken: '',
    SMTPFrom: 'gate@example.org',
    SMTPSSLEnabled: 'false',
    SystemName: 'Gate',
    ...change,
  };
  const text = (key: string) => values[key] ?? '';
  return createMailer({
    options: { text, boolean: (key) => text(key) === 'true', number: (key) => Number(text(key)) },
    log: createLogger('silent'),
    allowPrivate,
  });
}

const mail = { to: 'a@example.org', subject: '您好', text: 'hello', html: '<p>hello</p>' };

test('a mail arrives as text and as HTML, from the name of the site', async () => {
  const server = await start();
  await mailerFor(server).send(mail);
  const [got] = await server.until('a@example.org');
  expect(got).toMatchObject({ subject: '您好', text: 'hello', html: '<p>hello</p>' });
  expect(got?.headers).toMatchObject({ from: 'Gate <gate@example.org>', to: 'a@example.org' });
  expect(got?.headers['message-id']).toMatch(/@example\.org>$/);
  expect(got?.headers.date).toBeTruthy();
});

test('the mailer logs in with the account, which is also the sender unless another is configured', async () => {
  const server = await start({ account: { user: 'me@example.org', password: 'p' } });
  const account = { SMTPAccount: 'me@example.org', SMTPToken: 'p', SMTPFrom: '' };
  await mailerFor(server, account).send(mail);
  expect((await server.until('a@example.org'))[0]?.from).toBe('me@example.org');
  await expect(
    mailerFor(server, { ...account, SMTPToken: 'wrong' }).send(mail),
  ).rejects.toMatchObject({ code: 'mail_failed' });
});

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  'localhost',
  'localhost.',
  '::1',
  '169.254.169.254',
])(
  'a server at %s is never connected to when the operator does not allow private addresses',
  async (SMTPServer) => {
    let connections = 0;
    const server = createServer(() => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;
    await expect(mailerFor({ port }, { SMTPServer }, false).send(mail)).rejects.toMatchObject({
      code: SMTPServer === '169.254.169.254' ? 'address_never_allowed' : 'mail_address_not_allowed',
    });
    server.close();
    expect(connections).toBe(0);
  },
);

test('a password is never sent unencrypted to another machine', async () => {
  const server = await start({ account: { user: 'me', password: 'p' } });
  const mailer = mailerFor(server, {
    SMTPServer: 'localhost.',
    SMTPAccount: 'me',
    SMTPToken: 'p',
  });
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'mail_failed' });
  expect(server.logins).toEqual([]);
});

test('with TLS on, a server with an untrusted certificate gets nothing', async () => {
  const server = await start({ secure: true });
  await expect(mailerFor(server, { SMTPSSLEnabled: 'true' }).send(mail)).rejects.toMatchObject({
    code: 'mail_failed',
    cause: { code: 'ESOCKET' },
  });
  expect(server.mails).toEqual([]);
});

test('no text of a mail can inject headers, and no address can add recipients', async () => {
  const server = await start();
  const mailer = mailerFor(server, { SystemName: 'Gate\r\nBcc: b@example.org' });
  await mailer.send({ ...mail, subject: 'one\r\nBcc: b@example.org' });
  const [got] = await server.until('a@example.org');
  expect([got?.to, got?.headers.bcc]).toEqual([['a@example.org'], undefined]);
  for (const to of ['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', ''])
    await expect(mailer.send({ ...mail, to })).rejects.toMatchObject({ code: 'email_invalid' });
});

test('a mail that the server permanently rejects is not retried', async () => {
  const server = await start();
  server.fail({ code: 550, message: 'no' });
  expect(await mailerFor(server).sendInBackground(mail)).toBe(false);
  expect(server.mails).toEqual([]);
});

test('pending retries are dropped when the gateway shuts down', async () => {
  const server = await start();
  server.fail({ code: 451, message: 'later' });
  const mailer = mailerFor(server);
  const posted = mailer.sendInBackground(mail);
  await expect.poll(() => server.refusals).toBe(1);
  await mailer.close();
  expect(await posted).toBe(false);
});
