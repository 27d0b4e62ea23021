import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import type { ApiResponse, Client } from '../../test-support/test-gateway.ts';
import { untilBlocked } from '../../test-support/until-blocked.ts';
import type { StoreTransaction } from '../store/open-store.ts';
import { updateUser } from '../store/users-repository.ts';

const OLD = 'password1';

const codeOf = ({ body }: ApiResponse) => body.code ?? 'done';

describe.each(databaseKinds)('two changes of one account’s credentials at once, on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const storeOf = () => scene.gateway.app.domain.store;
  /** Runs `inside` in a transaction, then `outside`, and commits once sessions of that wait for a lock. */
  async function holdWhile<Result>(
    inside: (trx: StoreTransaction) => Promise<unknown>,
    outside: () => Promise<Result>,
    sessions = 1,
  ): Promise<Result> {
    const held = Promise.withResolvers<void>();
    const ready = Promise.withResolvers<void>();
    const holding = storeOf().transaction(async (trx) => {
      await inside(trx);
      ready.resolve();
      await held.promise;
    });
    await ready.promise;
    const result = outside();
    await untilBlocked(storeOf(), sessions);
    held.resolve();
    await holding;
    return result;
  }

  const setPassword = (client: Client, password: string) =>
    client.call('PUT', '/api/user/self', { original_password: OLD, password });
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
});
