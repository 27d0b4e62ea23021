import { type AnyEndpoint, isErrorCode } from '@tollgate/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../platform/app-error.ts';

/**
 * Validates a member of the request by its schema. Throws AppError, which names the field: the schema's own
 * code, otherwise invalid_parameter.
 */
function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (holdsNul(value)) throw new AppError('invalid_parameter', { field: 'U+0000' });
  const result = schema.safeParse(value === undefined ? {} : value);
  if (result.success) return result.data;
  const issues = result.error.issues;
  const coded = issues.find(({ message }) => isErrorCode(message));
  const { message: code = '', path = [] } = coded ?? issues[0] ?? {};
  const field = path.join('.');
  const details = field === '' ? {} : { field };
  if (isErrorCode(code)) throw new AppError(code, { field }, details);
  throw new AppError('invalid_parameter', { field: field || 'body' }, details);
}

/** No input of the contract is nested nearly this deep. */
const DEPTH_MAX = 100;

/**
 * Returns whether any text inside contains the character NUL, which PostgreSQL can't store. Throws AppError
 * if it is nested too deeply to check.
 */
function holdsNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  if (depth > DEPTH_MAX) throw new AppError('invalid_parameter', { field: 'body' });
  return Object.values(value).some((member) => holdsNul(member, depth + 1));
}

/** Validates path, query and body of a request against the contract. */
export function readInput(
  endpoint: AnyEndpoint,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: check(endpoint.params, request.params),
    query: check(endpoint.query, request.query),
    body: check(endpoint.body, request.body),
  };
}
