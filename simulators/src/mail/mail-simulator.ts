import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReceivedMail, readMail } from './read-mail.ts';

/** What the server says instead of taking a mail. */
export interface MailFault {
  /** 4xx passes, 5xx stays. */
  code: number;
  message: string;
}

export interface MailSimulator {
  readonly port: number;
  /** Everything that was taken, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** Every login that was tried, as `user:password`. */
  readonly logins: readonly string[];
  /** How many mails were not taken. */
  readonly refusals: number;
  /** Faults of the next mails, one each. */
  fail(...faults: MailFault[]): void;
  /** Resolves with the mails of an address, in any letter case, once there are so many. */
  until(to: string, count?: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

export interface MailSimulatorOptions {
  /** The only login that is let in; anybody is when absent. */
  account?: { user: string; password: string };
  /** TLS from the first byte; the certificate is the package's own and not trusted by default. */
  secure?: boolean;
}

/** A mail server on a real socket that keeps what it gets. */
export async function startMailSimulator({
  account,
  secure = false,
}: MailSimulatorOptions = {}): Promise<MailSimulator> {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const faults: MailFault[] = [];
  let refusals = 0;
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    secure,
    authOptional: account === undefined,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: authenticate(account, logins),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const fault = faults.shift();
        if (fault) {
          refusals += 1;
          return done(Object.assign(new Error(fault.message), { responseCode: fault.code }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push(
          readMail(Buffer.concat(chunks).toString('utf8'), {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          }),
        );
        done();
        for (const look of waiting) look();
      });
    },
  });
  // A client disconnect midway is no fault.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    logins,
    get refusals() {
      return refusals;
    },
    fail: (...next) => void faults.push(...next),
    until: (to, count = 1) =>
      new Promise((resolve) => {
        const wanted = to.toLowerCase();
        const look = () => {
          const found = mails.filter((mail) => mail.to.some((one) => one.toLowerCase() === wanted));
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function authenticate(
  account: MailSimulatorOptions['account'],
  logins: string[],
): NonNullable<SMTPServerOptions['onAuth']> {
  return ({ username = '', password = '' }, _session, done) => {
    logins.push(`${username}:${password}`);
    if (!account || (account.user === username && account.password === password))
      return done(null, { user: username });
    return done(new Error('wrong credentials'));
  };
}
