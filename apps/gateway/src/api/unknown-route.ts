import { allEndpoints, hasHead } from '@tollgate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import { matchesPath } from './endpoint-route.ts';

const PATH_LENGTH_SHOWN = 200;

/**
 * Answers a request that no route matched: 405 with the methods that the path does have, otherwise 404.
 * OPTIONS of a known path lists them too, but allows no other origin, so browsers elsewhere stay out.
 */
export function serveUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
): AppError | undefined {
  const methods = methodsOf(request.url);
  if (methods.length === 0) {
    const path = request.url.split('?')[0] ?? '';
    return new AppError('unknown_path', { path: path.slice(0, PATH_LENGTH_SHOWN) });
  }
  reply.header('allow', [...methods, 'OPTIONS'].join(', '));
  if (request.method !== 'OPTIONS')
    return new AppError('method_not_allowed', { method: request.method });
  reply.code(204).send();
  return undefined;
}

/** Lists the methods of the contract's calls at an address, with HEAD if a GET only reads. */
function methodsOf(url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const matching = allEndpoints.filter(({ endpoint }) => matchesPath(endpoint, path));
  const methods = matching.flatMap(({ endpoint }) =>
    hasHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method],
  );
  return [...new Set(methods)];
}
