import { afterEach, expect, test, vi } from 'vitest';
import { createPasskey, PasskeyExists, PasskeyStopped } from './run-ceremony.ts';

const browser = vi.hoisted(() => ({ startRegistration: vi.fn<() => Promise<unknown>>() }));
vi.mock('@simplewebauthn/browser', () => browser);
afterEach(() => browser.startRegistration.mockReset());

const refuse = (name: string) =>
  browser.startRegistration.mockRejectedValue(Object.assign(new Error('no'), { name }));

test('a device that already holds a passkey of the account is told from one that created none', async () => {
  refuse('InvalidStateError');
  await expect(createPasskey({})).rejects.toBeInstanceOf(PasskeyExists);
  refuse('NotAllowedError');
  const cancelled = await createPasskey({}).catch((error: unknown) => error);
  expect(cancelled).toBeInstanceOf(PasskeyStopped);
  expect(cancelled).not.toBeInstanceOf(PasskeyExists);
});
