import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { chatWithUsage } from '../chat-with-usage.ts';
import { readKey } from '../credentials.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import type { SparkApplication } from './check-spark-url.ts';
import { acceptSparkSocket } from './spark-socket.ts';

const REASONERS = ['x1', 'spark-x'];
const SID = 'cht000simulated';
const CODES: Record<number, number> = { 400: 10_163, 404: 10_404, 429: 11_202, 500: 10_012 };

const renderError = (status: number, { message }: ErrorBody) => ({
  code: CODES[status] ?? 10_012,
  message,
  sid: SID,
});

/** Reasoning models are under /v2, the others under /v1; usage is always reported. */
const endpointOf = (isReasoner: boolean): Endpoint => ({
  ...chatWithUsage,
  findMistake(body) {
    const named = REASONERS.includes(String(body['model']));
    if (named === isReasoner) return chatWithUsage.findMistake(body);
    return { message: 'domain does not match the version', type: '', code: null };
  },
});
const ENDPOINTS = new Map([
  ['/v1/chat/completions', endpointOf(false)],
  ['/v2/chat/completions', endpointOf(true)],
]);

/** Spark's HTTP API. */
const sparkWire: Wire = {
  readKey,
  keyMistake: () => ({ message: 'invalid user', type: 'api_error', code: null }),
  findEndpoint(path) {
    const endpoint = ENDPOINTS.get(path);
    const transform = (response: object) => ({
      code: 0,
      message: 'Success',
      sid: SID,
      ...response,
    });
    return endpoint && { endpoint, transform };
  },
  renderError: (status, error) =>
    status === 401 ? { error: { ...error, param: null } } : renderError(status, error),
  errorEvent: (error) => `data: ${JSON.stringify(renderError(500, error))}\n\n`,
  serveRead(_options, _method, path, response) {
    sendJson(response, 404, { message: `no Route matched: ${path}` });
  },
};

export interface SparkOptions extends SimulatorOptions {
  /** The application that its WebSockets serve; none if absent. */
  application?: SparkApplication;
  /** Milliseconds since 1970, for the age of signatures. */
  nowMs?: () => number;
}

const NOBODY: SparkApplication = { appId: '', apiKey: '', apiSecret: '' };

/** Starts an upstream like iFlytek's Spark, over HTTP and WebSockets. */
export function startSparkSimulator(options: SparkOptions = {}): Promise<Simulator> {
  const { application = NOBODY, nowMs = Date.now } = options;
  const wire: Wire = {
    ...sparkWire,
    acceptSocket: (...socket) => acceptSparkSocket({ application, nowMs }, ...socket),
  };
  return startSimulator(wire, options);
}
