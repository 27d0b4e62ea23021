#!/usr/bin/env node
/** `tollgate`: serves, or runs the command that is named. */
const [name = 'start', ...rest] = process.argv.slice(2);
if (name === 'start') await import('./main.ts');
else {
  const { runCommand } = await import('./cli/run-command.ts');
  process.exitCode = await runCommand([name, ...rest], {
    env: process.env,
    say: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
  });
}
