import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';

/** Every dialect of clients before every dialect of upstreams. */
export const PAIRS = CHAT_DIALECTS.flatMap((from) =>
  CHAT_DIALECTS.map((to): [Dialect, Dialect] => [from, to]),
);

/** An image of one pixel, as base64. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Names of tools that take a city. */
export const TOOLS = ['get_weather', 'get_time'];
