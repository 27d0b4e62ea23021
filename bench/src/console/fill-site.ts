import { openSqliteFolder } from '../log-pages/database.ts';
import { fillLog } from '../log-pages/fill-log.ts';
import { openConsole } from '../open-console.ts';
import type { Stage } from '../stage.ts';
import { startGateway } from '../start-gateway.ts';
import type { Print } from '../trial.ts';

const ROWS = 20_000;
const CHANNELS = 1000;
const KEYS = 60;
const MODELS = 'gpt-5,gpt-5-mini,gpt-4.1,claude-sonnet-4-6,gemini-2.5-pro,deepseek-chat';
const ROOT_ID = 1;

/**
 * Starts a gateway with a site in use: channels, keys and a log of 20,000 calls, one in a hundred by root.
 */
export async function startFilledSite(stage: Stage, folder: string, print: Print) {
  const empty = await startGateway(stage, { dataDirectory: folder });
  try {
    const { call } = await openConsole(empty.url);
    for (let n = 1; n <= CHANNELS; n += 1)
      await call('POST', '/api/channel/', {
        name: `Provider ${n}`,
        type: 1,
        key: `key-${n}`,
        base_url: 'http://127.0.0.1:9',
        models: MODELS,
        group: 'default,vip',
        tag: n % 5 === 0 ? `tag ${n % 7}` : '',
      });
    for (let n = 1; n <= KEYS; n += 1)
      await call('POST', '/api/token/', { name: `service-${n}`, remain_quota: n * 500_000 });
  } finally {
    await empty.stop();
  }
  const database = openSqliteFolder(folder);
  const now = Math.floor(Date.now() / 1000);
  await fillLog(database, { rows: ROWS, userId: ROOT_ID, now }, print).finally(() =>
    database.close(),
  );
  return startGateway(stage, { dataDirectory: folder });
}
