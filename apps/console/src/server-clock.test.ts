import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer } from '../test-support/fake-server.ts';
import { callEndpoint } from './api/call-endpoint.ts';
import { windowOf } from './pages/logs/query.ts';
import { recordServerTime, toServerTime, unixSeconds } from './server-clock.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 16, 12);
const NO_FILTER = { start_timestamp: 0, end_timestamp: 0 };

const dated = (milliseconds: number) =>
  Response.json(
    { success: true, data: [] },
    { headers: { date: new Date(milliseconds).toUTCString() } },
  );

function atNow() {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
  onTestFinished(() => {
    recordServerTime(dated(NOW_MS), 0);
    vi.useRealTimers();
  });
}

test('on a device whose clock is hours slow, the log still shows what the gateway wrote just now', async () => {
  atNow();
  fakeServer({ 'GET /api/user/models': () => dated(NOW_MS + 3 * HOUR_MS) });
  await callEndpoint(calls.listOwnModels);
  expect(unixSeconds()).toBe((NOW_MS + 3 * HOUR_MS) / 1000);
  expect(windowOf(NO_FILTER).end_timestamp).toBe((NOW_MS + 4 * HOUR_MS) / 1000);
  // Once the clock is set, its own time counts again.
  fakeServer({ 'GET /api/user/models': () => dated(NOW_MS - 2000) });
  await callEndpoint(calls.listOwnModels);
  expect(toServerTime(NOW_MS)).toBe(NOW_MS);
});

test('neither a few seconds, nor a late response, nor one without a date changes the time', () => {
  atNow();
  recordServerTime(dated(NOW_MS - 9000), 0);
  recordServerTime(dated(NOW_MS - HOUR_MS), 6000);
  recordServerTime(new Response(''), 0);
  expect(toServerTime(NOW_MS)).toBe(NOW_MS);
  recordServerTime(dated(NOW_MS - HOUR_MS), 0);
  recordServerTime(dated(NOW_MS - HOUR_MS - 9000), 0);
  expect(toServerTime(NOW_MS)).toBe(NOW_MS - HOUR_MS);
});
