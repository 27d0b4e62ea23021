import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { LogOutput } from './log-output.ts';

/** An output whose writes do what `act` says: take some bytes, or fail with a code. */
function openOutput() {
  const scene = { text: '', act: (bytes: Buffer): number | string => bytes.length };
  const retries: (() => void)[] = [];
  const output = new LogOutput({
    write(bytes) {
      const result = scene.act(bytes);
      if (typeof result === 'string') throw Object.assign(new Error(result), { code: result });
      scene.text += bytes.subarray(0, result).toString();
      return result;
    },
    later: (run) => void retries.push(run),
  });
  return { scene, output, retry: () => retries.shift()?.() };
}

test.each(['ENOSPC', 'EIO', 'EPIPE', 'EDQUOT'])(
  'a log that cannot be written (%s) loses its lines, and neither throws nor waits',
  (code) => {
    const { scene, output } = openOutput();
    const log = createLogger('info', 'json', output);
    scene.act = () => code;
    log.error('lost');
    log.fatal('lost');
    scene.act = ({ length }) => length;
    log.info('written');
    expect(JSON.parse(scene.text)).toMatchObject({ msg: 'written' });
  },
);

test('a line that broke off is not continued by the next one', () => {
  const { scene, output } = openOutput();
  const results = [2, 'ENOSPC'];
  scene.act = () => results.shift() ?? 'ENOSPC';
  output.write('one\n');
  scene.act = ({ length }) => length;
  output.write('two\n');
  output.write('three\n');
  expect(scene.text).toBe('on\ntwo\nthree\n');
});

test('lines wait in order for the slow reader of a pipe, up to a limit', () => {
  const { scene, output, retry } = openOutput();
  const results = [3, 'EAGAIN'];
  scene.act = () => results.shift() ?? 'EAGAIN';
  output.write('one\n');
  output.write('two\n');
  output.write(`${'x'.repeat(2 * 1024 * 1024)}\n`);
  retry();
  expect(scene.text).toBe('one');
  scene.act = ({ length }) => length;
  retry();
  output.write('three\n');
  expect(scene.text).toBe('one\ntwo\nthree\n');
});

test('what waits is written when the process ends, if the reader takes it by then', () => {
  const { scene, output } = openOutput();
  scene.act = () => 'EAGAIN';
  output.write('one\n');
  output.write('two\n');
  const results = ['EAGAIN', 5, 'EAGAIN', 3];
  scene.act = () => results.shift() ?? 'EPIPE';
  output.end();
  expect(scene.text).toBe('one\ntwo\n');
});
