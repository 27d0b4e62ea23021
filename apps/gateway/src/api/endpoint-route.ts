import type { AnyEndpoint } from '@tollgate/contract';
import { z } from 'zod';

const NUMBER = String.raw`-?\d+`;

/**
 * Returns the route of an endpoint. A number in its path matches nothing else: a word there is an address
 * that does not exist, such as a call of another gateway, and not an invalid ID.
 */
export const routeOf = (endpoint: AnyEndpoint): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    isNumber(endpoint, name) ? `:${name}(^${NUMBER}$)` : `:${name}`,
  );

/** Whether a path, without its query, is that of an endpoint. */
export function matchesPath(endpoint: AnyEndpoint, path: string): boolean {
  const bare = (text: string) => text.replace(/\/$/, '');
  const pattern = bare(endpoint.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    isNumber(endpoint, name) ? NUMBER : '[^/]+',
  );
  return new RegExp(`^${pattern}$`).test(bare(path));
}

function isNumber({ params }: AnyEndpoint, name: string): boolean {
  if (!(params instanceof z.ZodObject)) return false;
  const accepts = (text: string) => z.safeParse(params.shape[name] as z.ZodType, text).success;
  return accepts('1') && !accepts('x');
}
