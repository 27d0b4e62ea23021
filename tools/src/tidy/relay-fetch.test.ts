import { expect, test } from 'vitest';
import { relayFetch } from './relay-fetch.ts';
import { findIn } from './testing/find-in.ts';

test('fetch is found under relay, also as a member of the global object', () => {
  const text = "// fetch(\nawait fetch('x');\nglobalThis.fetch('y');\nthis.fetch('z');\n";
  expect(findIn(relayFetch, 'apps/gateway/src/relay/http1/upstream-http-client.ts', text)).toEqual([
    expect.stringContaining('2 calls fetch'),
    expect.stringContaining('3 calls fetch'),
  ]);
});

test('fetch elsewhere is ignored', () => {
  expect(
    findIn(relayFetch, 'apps/gateway/src/domain/channels/channel-test.ts', 'fetch();'),
  ).toEqual([]);
});
