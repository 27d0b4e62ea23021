import type { ServerResponse } from 'node:http';
import { sendJson } from './respond.ts';
import type { ErrorBody } from './error-body.ts';
import { cutConnection } from './connection-cut.ts';
import type { Fault, Script } from './script.ts';
import { sendWireError } from './send-wire-error.ts';
import type { Wire } from './wire.ts';

type ErrorFormat = Pick<Wire, 'renderError' | 'errorHeaders' | 'errorStatus'>;

/** Plays a fault that replaces the whole response; returns false if the fault applies within a response. */
export function playFault(response: ServerResponse, script: Script, wire: ErrorFormat): boolean {
  switch (script.fault) {
    case 'hang-before-headers':
      return true;
    case 'hang-after-headers':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      return true;
    case 'cut-before-start':
      cutConnection(response);
      return true;
    case 'cut-after-headers':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('', () => cutConnection(response));
      return true;
    case 'error-200':
      sendJson(
        response,
        200,
        wire.renderError(500, serverError('The server had an error while processing your request')),
      );
      return true;
    case 'garbage-json':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"choices": [');
      return true;
    case 'wrong-content-length':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
      response.write('{"id":"x"}', () => cutConnection(response));
      return true;
    case 'status-502-html':
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end(
        '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>',
      );
      return true;
    default:
      return playStatus(response, script, wire);
  }
}

function playStatus(
  response: ServerResponse,
  { fault, retry_after }: Script,
  wire: ErrorFormat,
): boolean {
  const refusal = refusalOf(fault);
  if (!refusal) return false;
  const headers: Record<string, string> =
    fault === 'status-429-retry-after' ? { 'retry-after': String(retry_after) } : {};
  sendWireError(response, wire, refusal, headers);
  return true;
}

/** Returns the error and status with which a fault replaces a response; undefined for other faults. */
export function refusalOf(
  fault: Fault | undefined,
): { status: number; error: ErrorBody } | undefined {
  return fault && STATUSES[fault];
}

/** The error object of a failing server. */
export function serverError(message: string): ErrorBody {
  return { message, type: 'server_error', code: null };
}

const invalid = (message: string, code: string | null, param: string | null = null): ErrorBody => ({
  message,
  type: 'invalid_request_error',
  code,
  param,
});
const quota: ErrorBody = {
  message: 'You exceeded your current quota, please check your plan and billing details.',
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};
const rateLimit: ErrorBody = {
  message: 'Rate limit reached',
  type: 'requests',
  code: 'rate_limit_exceeded',
};

const STATUSES: Partial<Record<Fault, { status: number; error: ErrorBody }>> = {
  'status-400': {
    status: 400,
    error: invalid("Unsupported value: 'temperature'", 'unsupported_value', 'temperature'),
  },
  'status-400-context-length': {
    status: 400,
    error: invalid(
      "This model's maximum context length is 128000 tokens.",
      'context_length_exceeded',
      'messages',
    ),
  },
  'status-401': {
    status: 401,
    error: invalid('Incorrect API key provided: sk-simul************ated.', 'invalid_api_key'),
  },
  'status-403': {
    status: 403,
    error: invalid('Your account is not allowed to use this model.', 'permission_denied'),
  },
  'status-403-quota': { status: 403, error: quota },
  'status-404-model': {
    status: 404,
    error: invalid(
      'The model does not exist or you do not have access to it.',
      'model_not_found',
      'model',
    ),
  },
  'status-429': { status: 429, error: rateLimit },
  'status-429-retry-after': { status: 429, error: rateLimit },
  'status-429-quota': { status: 429, error: quota },
  'status-500': { status: 500, error: serverError('The server had an error') },
  'status-503': {
    status: 503,
    error: serverError('The engine is currently overloaded, please try again later'),
  },
};
