import { requireNode } from './require-node.ts';
import { addCounts, check, checkSources, finalLine, runVitest } from './steps.ts';

requireNode();
let counts = await checkSources();
counts = addCounts(counts, await check('dead code', 'knip', ['--no-progress']));
counts = addCounts(counts, await runVitest(['--project', 'packages', '--project', 'tools', '--project', 'console']));
process.stdout.write(`${finalLine(counts)}\n`);
process.exit(counts.failed === 0 ? 0 : 1);
