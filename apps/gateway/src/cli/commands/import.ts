import { readFileSync } from 'node:fs';
import type { ImportArea } from '../../domain/import/import-findings.ts';
import { openImportTarget } from '../../domain/import/open-import-target.ts';
import { presentReport } from '../../domain/import/present-report.ts';
import { ImportRefusedError, runImport } from '../../domain/import/run-import.ts';
import { FAMILIES, type Family } from '../../domain/import/source-family.ts';
import { readConfig } from '../../platform/config.ts';
import { openSource } from '../../store/import-source/open-source.ts';
import { type Command, CommandError } from '../command.ts';

/** Brings another gateway's database over. */
export const importDatabase: Command = {
  usage: 'import DATABASE [--dry-run] [OPTIONS]',
  help: [
    'DATABASE: a SQLite file, postgres://… or mysql://…, or a plain dump (.sql, .sql.gz)',
    '          of one-api, new-api or one-hub.',
    '--dry-run         report what would be imported; change nothing',
    '--from NAME       one-api, new-api or one-hub, if the schema does not tell',
    '--as NAME         name for this source, to tell several of one kind apart',
    '--merge           import into an installation in use; existing data is kept',
    '--logs            import the usage log too; can be run later and resumes',
    '--logs-from DATABASE  the log database, if it is separate (LOG_SQL_DSN)',
    '--options FILE    response of the old gateway to GET /api/option/ as root (default prices)',
    '--resume          skip what is already imported (default)',
    '--beside-calls    pause half of the time so that calls are not slowed',
    '--json            print the report as JSON',
  ],
  options: {
    'dry-run': { type: 'boolean' },
    from: { type: 'string' },
    as: { type: 'string' },
    merge: { type: 'boolean' },
    logs: { type: 'boolean' },
    'logs-from': { type: 'string' },
    options: { type: 'string' },
    resume: { type: 'boolean' },
    'beside-calls': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 1, max: 1 },
  async run({ values, positionals: [place = ''], env, say, note }) {
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
    const family = readFamily(text('from'));
    const optionsFile = text('options');
    const logsFrom = text('logs-from');
    const source = await openSource(place);
    const logSource = logsFrom === undefined ? undefined : await openSource(logsFrom);
    const target = await openImportTarget(readConfig(env));
    try {
      const report = await runImport(target, source, {
        family,
        name: text('as'),
        dryRun: values['dry-run'] === true,
        merge: values['merge'] === true,
        logs: values['logs'] === true || logSource !== undefined,
        logSource,
        gentle: values['beside-calls'] === true,
        allOptions: optionsFile === undefined ? undefined : readAllOptions(optionsFile),
        onProgress: progressTo(note),
      });
      if (values['json'] === true) say(JSON.stringify(report, null, 2));
      else for (const line of presentReport(report)) say(line);
    } catch (error) {
      if (error instanceof ImportRefusedError) throw new CommandError(error.message);
      throw error;
    } finally {
      await target.close();
      await logSource?.close();
      await source.close();
    }
  },
};

function readFamily(name: string | undefined): Family | undefined {
  const family = FAMILIES.find((one) => one === name);
  if (name !== undefined && family === undefined)
    throw new CommandError(`--from must be one of ${FAMILIES.join(', ')}.`, 2);
  return family;
}

/** The answer of GET /api/option/, or an object of keys and values. */
function readAllOptions(path: string): Map<string, string> {
  const parsed = JSON.parse(readFileSync(path, 'utf8')) as
    | { data?: { key: string; value: unknown }[] }
    | Record<string, unknown>;
  const list: { key: string; value: unknown }[] = Array.isArray(parsed.data)
    ? (parsed.data as { key: string; value: unknown }[])
    : Object.entries(parsed).map(([key, value]) => ({ key, value }));
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new Map(list.map(({ key, value }) => [key, toText(value)]));
}

const STEP = 10_000;

/** A line at the begin of an area and for every 10,000 rows of it. */
function progressTo(note: (line: string) => void) {
  let last = '';
  return (area: ImportArea, done: number, total: number) => {
    const step = `${area} ${Math.floor(done / STEP)}`;
    if (step === last && done < total) return;
    last = step;
    note(`${area}: ${done} of ${total}`);
  };
}
