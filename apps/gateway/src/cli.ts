#!/usr/bin/env node
/** `tollgate`: starts the gateway, or runs the named command. */
const [name = 'start', ...rest] = process.argv.slice(2);
if (name === 'start') await import('./main.ts');
else {
  const { runCommand } = await import('./cli/run-command.ts');
  const { writeLines } = await import('./cli/write-lines.ts');
  process.exitCode = await runCommand([name, ...rest], {
    env: process.env,
    print: writeLines(process.stdout),
    printStatus: writeLines(process.stderr),
  });
}
