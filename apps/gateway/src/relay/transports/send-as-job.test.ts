import type { JobTransport } from '@tollgate/dialects';
import { expect, test } from 'vitest';
import { ResponseHeaders } from '../http1/response-headers.ts';
import { sendAsJob } from './send-as-job.ts';
import type { UpstreamRequest } from '../../domain/channels/upstream-request.ts';
import type { UpstreamEvents } from '../http1/upstream-http-client.ts';

const HEADERS = new ResponseHeaders('', 'application/json');
const REQUEST: UpstreamRequest = {
  url: 'https://vendor.example/jobs',
  method: 'POST',
  sharedHeaders: [],
  headers: [],
  body: Buffer.from('{}'),
};
const job: JobTransport = {
  pollUrl: (response) =>
    response.length > 0 ? `https://vendor.example/${response.toString()}` : undefined,
  isRunning: (response) => response.toString() === 'running',
  finish: (response) => (response.length > 1000 ? Buffer.from('parsed') : response),
};

/** Returns the events of a job whose requests get these responses in order; `hang` sends none. */
function follow(responses: [number, string][], { hang = false, requestMs = 60_000 } = {}) {
  const requests: string[] = [];
  let aborted = 0;
  const received = { status: 0, text: '' };
  let call: { abort: () => void } | undefined;
  const over = new Promise<string>((resolve) => {
    const events: UpstreamEvents = {
      started: (status) => void (received.status = status),
      data: (chunk) => void (received.text += chunk.toString()),
      ended: () => resolve(`${received.status} ${received.text}`),
      failed: (error) => resolve(error.message),
    };
    const send = ({ method, url }: UpstreamRequest, listener: UpstreamEvents) => {
      requests.push(`${method} ${url.split('/').at(-1)}`);
      const response = responses.shift();
      if (response)
        queueMicrotask(() => {
          listener.started(response[0], HEADERS);
          listener.data(Buffer.from(response[1]));
          listener.ended();
        });
      const abort = () => {
        aborted += 1;
        listener.failed(new Error('aborted'));
      };
      return { reached: true, abort, pause: () => undefined, resume: () => undefined };
    };
    call = sendAsJob({ request: REQUEST, job, send, pauses: [0], requestMs }, events);
    if (hang) queueMicrotask(() => call?.abort());
  });
  return { over, asked: requests, aborted: () => aborted };
}

test('a job is polled until it is done, and its result is the response', async () => {
  const { over, asked: requests } = follow([
    [200, 'task-1'],
    [200, 'running'],
    [200, 'running'],
    [200, 'done'],
  ]);
  expect(await over).toBe('200 done');
  expect(requests).toEqual(['POST jobs', 'GET task-1', 'GET task-1', 'GET task-1']);
});

test('a response without a job, or with an error status, is forwarded', async () => {
  expect(await follow([[200, '']]).over).toBe('200 ');
  expect(await follow([[429, 'too many']]).over).toBe('429 too many');
  const { over } = follow([
    [200, 'task-1'],
    [500, 'down'],
  ]);
  expect(await over).toBe('500 down');
});

test('an aborted job is no longer polled', async () => {
  const { over, asked: requests, aborted } = follow([], { hang: true });
  expect(await over).toBe('aborted');
  expect(requests).toEqual(['POST jobs']);
  expect(aborted()).toBe(1);
});

test('a job that never ends fails', async () => {
  const endless = Array.from({ length: 300 }, (): [number, string] => [200, 'running']);
  const { over, asked: requests } = follow([[200, 'task-1'], ...endless]);
  expect(await over).toBe('the upstream took too long');
  expect(requests.length).toBe(201);
});

test('a job whose upstream does not respond to a request in time fails, and the request is aborted', async () => {
  const { over, aborted } = follow([[200, 'task-1']], { requestMs: 1 });
  expect(await over).toBe('the upstream took too long');
  expect(aborted()).toBe(1);
});

test('a job whose upstream sends a response without end fails for that reason, and the request is aborted', async () => {
  const { over, aborted } = follow([
    [200, 'task-1'],
    [200, 'x'.repeat(4 * 1024 * 1024 + 1)],
  ]);
  expect(await over).toBe('the response of a job is too large');
  expect(aborted()).toBe(1);
});

test('a response that would take too long to parse is reported as it is, and nothing reads it as a job', async () => {
  const hostile = `[${'[],'.repeat(500_000)}1]`;
  expect(await follow([[200, hostile]]).over).toBe(`200 ${hostile}`);
  const { over, asked } = follow([
    [200, 'task-1'],
    [200, hostile],
  ]);
  expect(await over).toBe(`200 ${hostile}`);
  expect(asked).toEqual(['POST jobs', 'GET task-1']);
});
