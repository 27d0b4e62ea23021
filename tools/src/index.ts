export { SHIFT_CLOCK_PRELOAD } from './process/shift-clock-preload.ts';
export { gatewayProgram } from './bundle/gateway-program.ts';
export { createConsoleClient, type ConsoleClient } from './seed/console-client.ts';
export { findFreePort } from './servers/find-free-port.ts';
export { findChromium } from './servers/find-chromium.ts';
export { findProgram, obtainProgram, REDIS } from './servers/find-program.ts';
export { type PostgresServer, startPostgres } from './servers/start-postgres.ts';
export { startRedis } from './servers/start-redis.ts';
export type { RecoverableServer, TestServer } from './servers/start-server.ts';
export {
  type ChannelScreenshot,
  channelScreenshots,
  SCREENSHOT_BYTES_MAX,
  SCREENSHOT_FOLDER,
} from './manual/channel-screenshots.ts';
export { labelOfType } from './manual/render-channels.ts';
export { type Language, LANGUAGES } from './manual/words.ts';
export { ensureConsole } from './console-build.ts';
export { BUILT_MAIN, ensureGateway } from './gateway-build.ts';
