import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { connection } from '../api/connection.ts';
import type { setLanguage } from '../language.ts';
import { switchLanguage } from './switch-language.ts';

const MISSING = new TypeError('Failed to fetch dynamically imported module');

test('a language whose texts could not be fetched is switched to once the gateway is back', async () => {
  onTestFinished(() => connection.recordResponse());
  const server = fakeServer({
    'GET /api/status': () => Promise.reject(new TypeError('no network')),
  });
  const set = vi.fn<typeof setLanguage>().mockRejectedValueOnce(MISSING).mockResolvedValue();
  const switched = switchLanguage('zh', set);
  await expect.poll(() => connection.read().state).toBe('lost');
  expect(set).toHaveBeenCalledOnce();
  server.serve('GET /api/status', () => ({}));
  connection.recordResponse();
  await switched;
  expect(set).toHaveBeenCalledTimes(2);
});

test('a language whose texts an update removed comes with a reload', async () => {
  fakeServer();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  await switchLanguage('zh', vi.fn<typeof setLanguage>().mockRejectedValue(MISSING));
  expect(reload).toHaveBeenCalledOnce();
});
