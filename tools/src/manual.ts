/** `npm run manual`: updates the manual's tables of options, variables and channel types. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGeneratedPages } from './manual/fill-manual.ts';
import { repositoryRoot } from './repository.ts';

for (const { path, written, expected } of readGeneratedPages()) {
  if (written === expected) continue;
  writeFileSync(join(repositoryRoot, path), expected);
  process.stdout.write(`${path}\n`);
}
