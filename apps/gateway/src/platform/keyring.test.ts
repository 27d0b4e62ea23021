import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKeyring, makeMasterKey, readMasterKey } from './keyring.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));

describe('keyring', () => {
  test('encryption can be undone, and never yields the same ciphertext twice', () => {
    const sealed = keyring.encrypt('sk-upstream-密钥');
    expect(keyring.decrypt(sealed)).toBe('sk-upstream-密钥');
    expect(keyring.encrypt('sk-upstream-密钥')).not.toBe(sealed);
    expect(sealed).not.toContain('upstream');
  });

  test('a modified ciphertext is rejected', () => {
    const parts = keyring.encrypt('secret').split('.');
    const bytes = Buffer.from(parts.at(3) ?? '', 'base64url');
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1);
    expect(() =>
      keyring.decrypt([...parts.slice(0, 3), bytes.toString('base64url')].join('.')),
    ).toThrow();
  });

  test('a truncated authentication tag is rejected', () => {
    const parts = keyring.encrypt('secret').split('.');
    for (const bytes of [4, 8, 12]) {
      const tag = Buffer.from(parts.at(2) ?? '', 'base64url').subarray(0, bytes);
      const forged = parts.with(2, tag.toString('base64url')).join('.');
      expect([bytes, keyring.tryDecrypt(forged)]).toEqual([bytes, undefined]);
    }
  });

  test('another master key can neither decrypt nor look up', () => {
    const other = createKeyring(Buffer.alloc(32, 8));
    expect(() => other.decrypt(keyring.encrypt('secret'))).toThrow();
    expect(other.hash('token', 'k')).not.toBe(keyring.hash('token', 'k'));
  });

  test('hashes of different purposes differ', () => {
    expect(keyring.hash('token', 'k')).not.toBe(keyring.hash('session', 'k'));
  });
});

describe('the master key', () => {
  test('a key is generated once, stored with mode 0600 and found again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    expect(readMasterKey(undefined, folder)).toBeUndefined();
    const first = makeMasterKey(folder);
    expect(readMasterKey(undefined, folder)).toEqual(first);
    expect(makeMasterKey(folder)).toEqual(first);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  });

  test('a folder in place of the key file is named, as Docker creates one for a missing file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    mkdirSync(join(folder, 'master.key'));
    expect(() => readMasterKey(undefined, folder)).toThrow(join(folder, 'master.key'));
  });

  test('a configured key takes precedence', () => {
    expect(readMasterKey('ab'.repeat(32), '/nowhere')?.[0]).toBe(0xab);
  });
});
