import { expect, test } from 'vitest';
import { parseWrk } from './parse-wrk.ts';

const OUTPUT = `Running 5s test @ http://127.0.0.1:1
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     3.02ms    2.51ms  50.10ms   91.22%
    Req/Sec    21.11k     1.20k   23.00k    70.00%
  Latency Distribution
     50%  812.00us
     75%    3.10ms
     90%    4.00ms
     99%    1.25s
  105432 requests in 5.01s, 48.01MB read
Requests/sec:  21044.31
Transfer/sec:      9.58MB
`;

test('the figures of a clean run are parsed, all latencies in milliseconds', () => {
  expect(parseWrk(OUTPUT)).toEqual({
    requests: 105_432,
    requestsPerSecond: 21_044.31,
    p50Ms: 0.812,
    p99Ms: 1250,
    errors: 0,
  });
});

test('bad responses and broken connections add up to the errors', () => {
  const errors =
    '  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 500\n';
  expect(parseWrk(OUTPUT.replace('Requests/sec', `${errors}Requests/sec`)).errors).toBe(510);
});

test("a text that is not wrk's output is refused", () => {
  expect(() => parseWrk('unable to connect')).toThrow('unable to connect');
});
