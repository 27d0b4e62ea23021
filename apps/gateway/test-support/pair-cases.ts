import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';

/** Every client dialect with every upstream dialect. */
export const PAIRS = CHAT_DIALECTS.flatMap((from) =>
  CHAT_DIALECTS.map((to): [Dialect, Dialect] => [from, to]),
);

/** An image of one pixel, as base64. */
export const ONE_PIXEL_IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Names of tools with a city parameter. */
export const TOOLS = ['get_weather', 'get_time'];
