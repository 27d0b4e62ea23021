import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_CORE } from './cores.ts';
import { type LoadResult, parseWrk } from './parse-wrk.ts';
import type { Stage } from './stage.ts';
import { startProcess } from './start-process.ts';

export interface Load {
  url: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  seconds: number;
}

/** Sends POST calls as fast as responses arrive, from the load core. */
export async function runWrk(
  { directory, programs }: Stage,
  { url, headers, body, connections, seconds }: Load,
): Promise<LoadResult> {
  const bodyFile = join(directory, 'body.json');
  const scriptFile = join(directory, 'post.lua');
  writeFileSync(bodyFile, body);
  writeFileSync(scriptFile, writeScript(bodyFile, headers));
  const wrk = startProcess({
    command: programs.wrk,
    args: [
      '--threads',
      '1',
      '--connections',
      String(connections),
      '--duration',
      `${seconds}s`,
      '--timeout',
      '10s',
      '--latency',
      '--script',
      scriptFile,
      url,
    ],
    core: LOAD_CORE,
    taskset: programs.taskset,
  });
  await wrk.ended;
  return parseWrk(wrk.output());
}

function writeScript(bodyFile: string, headers: Record<string, string>): string {
  return [
    'wrk.method = "POST"',
    `local file = io.open(${quote(bodyFile)}, "rb")`,
    'wrk.body = file:read("*a")',
    'file:close()',
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
    ),
    '',
  ].join('\n');
}

/** Quotes a Lua string; for the plain text of headers and paths, JSON's escapes are the same as Lua's. */
function quote(text: string): string {
  return JSON.stringify(text);
}
