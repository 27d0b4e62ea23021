import {
  allEndpoints,
  type AuditEntry,
  channelSetting,
  findLoginProvider,
  findOption,
} from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_CANARY, auditedActions } from '../../test-support/audited-actions.ts';
import { type AuditStage, startAuditStage } from '../../test-support/audit-stage.ts';
import { databaseKinds } from '../../test-support/databases.ts';

/** Actions that need more than this stage provides, with the test that checks their entries. */
const ELSEWHERE: Record<string, string> = {
  bindEmail: 'email-codes.test.ts',
  signInWithWidget: 'login-providers.test.ts',
  signInWithProvider: 'login-providers.test.ts',
  addPasskey: 'passkey-attacks.test.ts',
  removePasskey: 'passkey-attacks.test.ts',
  readPayload: 'payloads.test.ts',
  replayPayload: 'payloads.test.ts',
  sendTestMail: 'email-codes.test.ts',
  makeSupportBundle: 'support-bundle.test.ts',
  uploadImport: 'imports.test.ts',
  startImport: 'imports.test.ts',
  stopImport: 'imports.test.ts',
};

test('every audited action is performed here, or tested elsewhere', () => {
  const audited = allEndpoints.filter(({ endpoint }) => endpoint.audit).map(({ name }) => name);
  const known = [...Object.keys(auditedActions), ...Object.keys(ELSEWHERE)];
  expect(known.toSorted()).toEqual(audited.toSorted());
});

/** Whether the console names a field: by a text, as an option, or as a login provider. */
const hasName = (field: string) =>
  Object.hasOwn(texts.zh.audit.fields, field) ||
  findOption(field) !== undefined ||
  findLoginProvider(field) !== undefined;

test('every setting of a channel has a name in the audit log', () => {
  expect(Object.keys(channelSetting.shape).filter((name) => !hasName(name))).toEqual([]);
});

describe.each(databaseKinds)('what an administrator does, on %s', (kind) => {
  let stage: AuditStage;
  beforeAll(async () => {
    stage = await startAuditStage(kind);
  });
  afterAll(() => stage.close());

  const entries = async (query: string) => {
    const { body } = await stage.actor.call('GET', `/api/audit/?page_size=1000&${query}`);
    return body.data.items as unknown as AuditEntry[];
  };

  test.each(Object.entries(auditedActions))(
    '%s leaves an entry with actor, address, object and changes',
    async (name, { act, shows, both }) => {
      const before = (await entries(`action=${name}`)).length;
      const { body } = await act(stage);
      expect(body).toMatchObject({ success: true });
      const [entry, ...others] = await entries(`action=${name}`);
      expect(others.length + 1 - before).toBeGreaterThanOrEqual(1);
      expect(entry).toMatchObject({ actor_role: expect.any(Number), ip: '127.0.0.1' });
      expect(entry?.credential).toBe('session');
      if (!shows) return;
      const change = entry?.changes.find(({ field }) => field === shows);
      expect([entry?.changes, change]).toEqual([entry?.changes, expect.any(Object)]);
      if (both) expect(change).toMatchObject({ from: expect.any(String), to: expect.any(String) });
    },
  );

  test('every field that an entry shows has a name in words', async () => {
    const shown = (await entries('')).flatMap(({ changes }) => changes.map(({ field }) => field));
    const heads = new Set(shown.map((field) => field.split('.')[0] ?? ''));
    expect(heads).toContain('max_input_tokens');
    expect([...heads].filter((field) => !hasName(field))).toEqual([]);
  });

  test('no entry contains a secret that was entered, or a part of one', async () => {
    const text = JSON.stringify(await entries(''));
    expect(text).toContain('createChannel');
    expect(text).not.toContain(AUDIT_CANARY);
    expect(text).not.toContain(btoa(AUDIT_CANARY).slice(0, 9));
  });
});
