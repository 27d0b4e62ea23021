import { writeFileSync } from 'node:fs';
import { texts } from '@tollgate/i18n';
import { fillIn } from '../../platform/fill-in.ts';
import { remoteCommand } from '../remote/remote-command.ts';
import { writeSiteFile } from '../site-file/write-site-file.ts';

/** Writes the site's configuration as a YAML file, without secrets. */
export const exportConfiguration = remoteCommand({
  name: 'export',
  help: 'help.export',
  options: ['out'],
  async run({ client, json, language, values, print, printStatus }) {
    const words = texts[language].configuration;
    const site = await client.call('readConfiguration');
    const { text, variables } = writeSiteFile(site, words.fileHeader);
    const written = json ? `${JSON.stringify(site, null, 2)}\n` : text;
    if (typeof values.out === 'string') {
      writeFileSync(values.out, written);
      const counts = {
        channels: site.channels.length,
        groups: site.groups.length,
        prices: site.prices.length,
        options: site.options.length,
      };
      printStatus(fillIn(words.exported, { ...counts, path: values.out }));
    } else print(written.trimEnd());
    if (variables.length === 0) return;
    printStatus(fillIn(words.secretsNeeded, { count: variables.length }));
    for (const name of variables) printStatus(`  ${name}`);
  },
});
