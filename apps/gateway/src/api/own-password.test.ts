import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';

const MINUTES = 60_000;

describe.each(databaseKinds)("one's own password on %s", (kind) => {
  let gateway: TestGateway;
  const clock = manualClock(Date.UTC(2026, 0, 1));
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  const change = async (person: Client, edit: Record<string, unknown>) =>
    (await person.call('PUT', '/api/user/self', edit)).body.code ?? 'done';
  const securityOf = async (person: Client) =>
    (await person.call('GET', '/api/user/security')).body.data;
  const withoutPassword = async (name: string) => {
    const person = await gateway.user({ name });
    const { changes } = gateway.app.domain;
    await changes.commit({ topic: 'user', id: person.id }, (trx) =>
      trx.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute(),
    );
    return person;
  };

  test('is required for a new one, even in a session, but not for other changes', async () => {
    const person = await gateway.user({ name: `asked${kind}` });
    expect(await securityOf(person)).toMatchObject({ is_current_password_required: true });
    expect(await change(person, { password: 'password2' })).toBe('original_password_required');
    expect(await change(person, { password: 'password2', original_password: 'password3' })).toBe(
      'original_password_wrong',
    );
    expect(await change(person, { display_name: 'Me', password: '' })).toBe('done');
    expect(await change(person, { password: 'password2', original_password: 'password1' })).toBe(
      'done',
    );
    await gateway.login(`asked${kind}`, 'password2');
  });

  test('is not required in a session if the option says so, but is checked if given', async () => {
    await gateway.setOption('CurrentPasswordRequired', 'false');
    const person = await gateway.user();
    expect(await securityOf(person)).toMatchObject({ is_current_password_required: false });
    expect(await change(person, { password: 'password2', original_password: 'password3' })).toBe(
      'original_password_wrong',
    );
    expect(await change(person, { password: 'password2' })).toBe('done');
    await gateway.setOption('CurrentPasswordRequired', 'true');
  });

  test('of an account without one can be set only by a recently confirmed session', async () => {
    const person = await withoutPassword(`none${kind}`);
    clock.advance(16 * MINUTES);
    expect(await change(person, { password: 'password2' })).toBe('confirmation_required');
    const fresh = await withoutPassword(`fresh${kind}`);
    expect(await securityOf(fresh)).toMatchObject({
      has_password: false,
      is_current_password_required: false,
    });
    expect(await change(fresh, { password: 'password2' })).toBe('done');
    expect(await change(fresh, { password: 'password3' })).toBe('original_password_required');
    await gateway.login(`fresh${kind}`, 'password2');
  });
});
