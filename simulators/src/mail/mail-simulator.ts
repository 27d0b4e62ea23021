import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReceivedMail, readMail } from './read-mail.ts';

/** The server's reply when it refuses a mail. */
export interface MailFault {
  /** 4xx is temporary, 5xx permanent. */
  code: number;
  message: string;
}

export interface MailSimulator {
  readonly port: number;
  /** All accepted mails, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** All login attempts, as `user:password`. */
  readonly logins: readonly string[];
  /** Number of refused mails. */
  readonly refusals: number;
  /** Faults for the next mails, one each. */
  fail(...faults: MailFault[]): void;
  /** Resolves with an address's mails, in any letter case, once there are `count`. */
  until(to: string, count?: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

export interface MailSimulatorOptions {
  /** The only accepted login; any if absent. */
  account?: { user: string; password: string };
  /** TLS from the first byte; the certificate is the package's own and not trusted by default. */
  secure?: boolean;
}

/** Starts a mail server on a real socket that stores the mails it receives. */
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
  // A client disconnect midway is not an error.
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
        const address = to.toLowerCase();
        const look = () => {
          const matching = mails.filter((mail) =>
            mail.to.some((one) => one.toLowerCase() === address),
          );
          if (matching.length < count) return;
          waiting.delete(look);
          resolve(matching);
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
