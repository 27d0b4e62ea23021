import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      WORKERS: 1,
      RATE_LIMIT: true,
      ALLOW_PRIVATE_UPSTREAMS: false,
    });
  });

  test('empty values count as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000);
  });

  test('a master key may end with a newline, as secrets of orchestrators do', () => {
    const key = 'a0'.repeat(32);
    expect(readConfig({ MASTER_KEY: `${key}\n` }).MASTER_KEY).toBe(key);
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://u@one:5432,two:5432/db'],
    ['DATABASE_URL', 'postgres://u:a/b@h/db'],
    ['REDIS_URL', 'redis://one:26379,two:26379'],
    ['MASTER_KEY', 'short'],
    ['RATE_LIMIT', 'maybe'],
    ['LOG_DATABASE_URL', 'clickhouse://h/d'],
    ['LOG_DATABASE_URL', 'http://u:secret@h:8123/a/b'],
    ['LOG_DATABASE_RECENT_DAYS', '6'],
  ])('an invalid %s prevents the start and is named', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test('a log store without PostgreSQL is refused', () => {
    const store = { LOG_DATABASE_URL: 'http://user:secret@host:8123/logs' };
    expect(() => readConfig(store)).toThrow(/LOG_DATABASE_URL: [^]*PostgreSQL/);
    expect(readConfig({ ...store, DATABASE_URL: 'postgres://h/d' })).toMatchObject(store);
  });

  test('several workers without PostgreSQL are refused', () => {
    expect(() => readConfig({ WORKERS: '2' })).toThrow('PostgreSQL');
    expect(readConfig({ WORKERS: '2', DATABASE_URL: 'postgres://h/d' }).WORKERS).toBe(2);
    expect(() => readConfig({ WORKERS: '2', DATABASE_URL: 'postgres://h/d', PORT: '0' })).toThrow(
      'PORT',
    );
  });
});

test('trusted proxies are addresses and ranges: an entry that could never match is refused, not ignored', () => {
  const fine = ' 127.0.0.1, 10.0.0.0/8,fd00::/8,::1, ';
  expect(readConfig({ TRUSTED_PROXIES: fine }).TRUSTED_PROXIES).toBe(fine);
  for (const wrong of ['nginx', '10.0.0.0/33', '127.0.0.1;10.0.0.0/8', '10.0.0.*'])
    expect(() => readConfig({ TRUSTED_PROXIES: `127.0.0.1,${wrong}` })).toThrow('TRUSTED_PROXIES');
});
