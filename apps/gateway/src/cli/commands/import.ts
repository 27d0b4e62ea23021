import { readFileSync } from 'node:fs';
import { IMPORT_FAMILIES, type ImportArea } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { openImportTarget } from '../../domain/import/open-import-target.ts';
import { presentImportReport } from './present-import-report.ts';
import { runImport } from '../../domain/import/run-import.ts';
import { readAllOptions } from '../../domain/import/read-all-options.ts';
import type { Family } from '../../domain/import/source-family.ts';
import { readConfig } from '../../platform/config.ts';
import { openSource } from '../../store/import-source/open-source.ts';
import { type Command, CommandError, type CommandInput } from '../command.ts';

/** Imports another gateway's database. */
export const importDatabase: Command = {
  name: 'import',
  takes: 'DATABASE',
  help: 'help.import',
  options: [
    'dry-run',
    'from',
    'as',
    'merge',
    'refresh',
    'logs',
    'logs-from',
    'options',
    'resume',
    'beside-calls',
    'json',
  ],
  positionals: { min: 1, max: 1 },
  async run(input) {
    const {
      values,
      optionValue,
      positionals: [sourcePath = ''],
      env,
      language,
      print,
    } = input;
    const family = readFamily(input);
    const [optionsFile, logsFrom] = [optionValue('options'), optionValue('logs-from')];
    const source = await openSource(sourcePath);
    const logSource = logsFrom === '' ? undefined : await openSource(logsFrom);
    const target = await openImportTarget(readConfig(env));
    try {
      const report = await runImport(target, source, {
        family,
        name: optionValue('as') || undefined,
        dryRun: values['dry-run'] === true,
        merge: values['merge'] === true,
        refresh: values['refresh'] === true,
        logs: values['logs'] === true || logSource !== undefined,
        logSource,
        besideCalls: values['beside-calls'] === true,
        allOptions:
          optionsFile === '' ? undefined : readAllOptions(readFileSync(optionsFile, 'utf8')),
        onProgress: progressTo(input),
      });
      if (values['json'] === true) print(JSON.stringify(report, null, 2));
      else for (const line of presentImportReport(report, language)) print(line);
    } finally {
      await target.close();
      await logSource?.close();
      await source.close();
    }
  },
};

function readFamily({ optionValue, t }: CommandInput): Family | undefined {
  const word = optionValue('from');
  const family = IMPORT_FAMILIES.find((name) => name === word);
  if (word === '' || family) return family;
  const known = IMPORT_FAMILIES.join(', ');
  throw new CommandError(t('failures.word', { option: '--from', word, known }), 2);
}

const STEP = 10_000;

/** Prints a line at the start of an area and for every 10,000 rows of it. */
function progressTo({ language, printStatus, t }: CommandInput) {
  let last = '';
  return (area: ImportArea, done: number, total: number) => {
    const step = `${area} ${Math.floor(done / STEP)}`;
    if (step === last && done < total) return;
    last = step;
    const name = texts[language].imports.areas[area];
    printStatus(t('results.progress', { area: name, done, total }));
  };
}
