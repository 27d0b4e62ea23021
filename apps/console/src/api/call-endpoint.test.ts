// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer } from '../../test-support/fake-server.ts';
import { callEndpoint } from './call-endpoint.ts';

test('a list that comes as a plain array is read as its only page', async () => {
  fakeServer({ 'GET /api/channel/': () => [{ id: 1 }, { id: 2 }] });
  expect(await callEndpoint(calls.listChannels)).toEqual({
    items: [{ id: 1 }, { id: 2 }],
    page: 1,
    page_size: 2,
    total: 2,
  });
});

test('an array that is no list of pages stays one', async () => {
  fakeServer({ 'GET /api/user/models': () => ['m'] });
  expect(await callEndpoint(calls.listOwnModels)).toEqual(['m']);
});
