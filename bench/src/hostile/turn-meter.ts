import { createServer } from 'node:http';

/**
 * Loaded into a gateway before its program (`--import`): reports on TURN_METER_PORT the CPU milliseconds of
 * the event loop's longest turn since the last request. Unlike elapsed time, this does not depend on the
 * machine's other load.
 */
const port = process.env['TURN_METER_PORT'];

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (port !== undefined) {
  let longest = 0;
  let before = cpuMs();
  const turn = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    setImmediate(turn);
  };
  turn();
  createServer((_request, response) => {
    response.end(String(longest));
    longest = 0;
  })
    .listen(Number(port), '127.0.0.1')
    .unref();
}
