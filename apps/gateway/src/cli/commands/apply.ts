import { createInterface } from 'node:readline/promises';
import { texts } from '@tollgate/i18n';
import { CommandError } from '../command.ts';
import { remoteCommand } from '../remote/remote-command.ts';
import { applySite, planSite } from '../site-file/plan-site-file.ts';
import { printPlan } from '../site-file/print-plan.ts';
import { readSiteFile } from '../site-file/read-site-file.ts';

const EXIT_REFUSED = 1;

/** Configures the site as a configuration file says. */
export const applyConfiguration = remoteCommand({
  name: 'apply',
  takes: 'FILE',
  help: 'help.apply',
  options: ['yes', 'plan'],
  positionals: { min: 1, max: 1 },
  async run(call) {
    const { values, optionValue, json, language, print, printStatus } = call;
    const configuration = readSiteFile(call);
    const words = texts[language].configuration;
    const printResult = (plan: Awaited<ReturnType<typeof planSite>>) => {
      if (json) print(JSON.stringify(plan, null, 2));
      else for (const line of printPlan(plan, language)) print(line);
      return plan.refused.length > 0 ? EXIT_REFUSED : 0;
    };
    if (optionValue('plan') !== '')
      return printResult(await applySite(call, configuration, optionValue('plan')));
    const plan = await planSite(call, configuration);
    if (plan.refused.length > 0 || plan.changes.length === 0) return printResult(plan);
    if (values.yes !== true) {
      for (const line of printPlan(plan, language)) printStatus(line);
      if (!process.stdin.isTTY) throw new CommandError(words.needYes);
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const reply = await terminal.question(words.question);
      terminal.close();
      if (reply.trim() !== 'yes') throw new CommandError(words.cancelled);
    }
    return printResult(await applySite(call, configuration, plan.id));
  },
});
