import { type MailSimulator, startMailSimulator } from '@tollgate/simulators';
import { manualClock } from '../src/platform/clock.ts';
import type { DatabaseKind } from './databases.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

export interface MailScene {
  gateway: TestGateway;
  mail: MailSimulator;
  clock: ReturnType<typeof manualClock>;
  /** Returns a new address. */
  address(): string;
  /** Requests a code for an address and returns the one received. */
  code(email: string): Promise<string>;
  /** Requests a reset mail and returns the token of its link. */
  resetToken(email: string): Promise<string>;
  /** Creates a signed-in user with a linked address. */
  userWith(email: string): Promise<Client>;
  close(): Promise<void>;
}

let addresses = 0;

/** Starts a gateway with a mail server; tests run its jobs. */
// tidy-ignore: a closure over shared state, made of short functions
export async function startMailScene(
  kind: DatabaseKind,
  env: Record<string, string> = {},
): Promise<MailScene> {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const mail = await startMailSimulator();
  const gateway = await startTestGateway({ kind, clock, env });
  // They run in real time, and would send what a test is about to send and count.
  await gateway.app.jobs.stop();
  await gateway.setOption('SMTPServer', '127.0.0.1');
  await gateway.setOption('SMTPPort', String(mail.port));
  await gateway.setOption('SMTPFrom', 'gate@example.org');
  await gateway.setOption('ServerAddress', 'https://gate.example.org');
  const newest = async (email: string, count: number) =>
    (await mail.until(email, count)).at(-1) as { text: string };
  const countOf = (email: string) => mail.mails.filter(({ to }) => to.includes(email)).length;
  const request = async (path: string, email: string) => {
    const expectedCount = countOf(email) + 1;
    const { body } = await gateway.visitor.call(
      'GET',
      `${path}?email=${encodeURIComponent(email)}`,
    );
    if (!body.success) throw new Error(`${body.code}: ${body.message}`);
    return newest(email, expectedCount);
  };
  return {
    gateway,
    mail,
    clock,
    address: () => `person${(addresses += 1)}@example.org`,
    async code(email) {
      return /\b(\d{6})\b/.exec((await request('/api/verification', email)).text)?.[1] ?? '';
    },
    async resetToken(email) {
      const { text } = await request('/api/reset_password', email);
      return new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
    },
    async userWith(email) {
      const user = await gateway.user();
      await gateway.app.domain.store.db
        .updateTable('users')
        .set({ email, email_lower: email.toLowerCase() })
        .where('id', '=', user.id)
        .execute();
      return user;
    },
    async close() {
      await gateway.close();
      await mail.close();
    },
  };
}
