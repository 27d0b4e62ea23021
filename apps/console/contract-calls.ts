import { endpoints } from '@tollgate/contract';
import type { Plugin } from 'vite';
import { z } from 'zod';

const NAME = 'virtual:calls';

/**
 * Serves `virtual:calls`: the method and path of every call of the contract by name, and which calls return a
 * page. Schemas are left out: the server validates with them, and they would add 33 KiB (gzip) to the first
 * paint.
 */
export function contractCalls(): Plugin {
  const calls = Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, path, data }]) => [
      name,
      { method, path, ...(isPage(data) ? { paged: true } : {}) },
    ]),
  );
  return {
    name: 'tollgate:contract-calls',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) =>
      id === `\0${NAME}` ? `export const calls = ${JSON.stringify(calls)};` : undefined,
  };
}

const isPage = (data: unknown) =>
  data instanceof z.ZodObject && 'items' in data.shape && 'total' in data.shape;
