import type { ServerResponse } from 'node:http';
import { sendError, sendJson } from './answer.ts';
import type { Fault } from './script.ts';

/** Plays a fault that replaces the whole answer; false where the fault belongs inside an answer. */
export function playFault(response: ServerResponse, fault: Fault | undefined): boolean {
  switch (fault) {
    case 'hang-before-headers':
      return true;
    case 'hang-after-headers':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      return true;
    case 'cut-before-start':
      response.socket?.destroy();
      return true;
    case 'error-200':
      sendJson(response, 200, {
        error: { message: 'The server had an error while processing your request', type: 'server_error', code: null },
      });
      return true;
    case 'garbage-json':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"choices": [');
      return true;
    case 'wrong-content-length':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
      response.write('{"id":"x"}');
      response.socket?.destroy();
      return true;
    default:
      return playStatus(response, fault);
  }
}

function playStatus(response: ServerResponse, fault: Fault | undefined): boolean {
  switch (fault) {
    case 'status-400':
      sendError(response, 400, {
        message: "Unsupported value: 'temperature'",
        type: 'invalid_request_error',
        code: 'unsupported_value',
        param: 'temperature',
      });
      return true;
    case 'status-401':
      sendError(response, 401, {
        message: 'Incorrect API key provided: sk-simul************ated.',
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      });
      return true;
    case 'status-403-quota':
      sendError(response, 403, {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      });
      return true;
    case 'status-429':
      sendError(response, 429, { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' });
      return true;
    case 'status-429-retry-after':
      sendError(
        response,
        429,
        { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' },
        { 'retry-after': '7' },
      );
      return true;
    case 'status-500':
      sendError(response, 500, { message: 'The server had an error', type: 'server_error', code: null });
      return true;
    case 'status-503':
      sendError(response, 503, {
        message: 'The engine is currently overloaded, please try again later',
        type: 'server_error',
        code: null,
      });
      return true;
    default:
      return false;
  }
}
