import { remoteCommand } from '../remote/remote-command.ts';
import { planSite } from '../site-file/plan-site-file.ts';
import { printPlan } from '../site-file/print-plan.ts';
import { readSiteFile } from '../site-file/read-site-file.ts';

const EXIT_REFUSED = 1;
const EXIT_CHANGES = 2;

/** Shows what applying a configuration file would change. */
export const planConfiguration = remoteCommand({
  name: 'plan',
  takes: 'FILE',
  help: 'help.plan',
  options: ['detailed-exitcode'],
  positionals: { min: 1, max: 1 },
  usageExitCode: 1,
  async run(call) {
    const { values, json, language, print } = call;
    const plan = await planSite(call, readSiteFile(call));
    if (json) print(JSON.stringify(plan, null, 2));
    else for (const line of printPlan(plan, language)) print(line);
    if (plan.refused.length > 0) return EXIT_REFUSED;
    return values['detailed-exitcode'] === true && plan.changes.length > 0 ? EXIT_CHANGES : 0;
  },
});
