import { basename } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../../vitest.config.ts';
import { vitestSuites } from './vitest-suites.ts';

test('the suites run every project of vitest.config.ts once', () => {
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === 'string'
      ? basename(project)
      : (project as { test: { name: string } }).test.name,
  );
  const commands = vitestSuites({}).map(({ args }) => args('report.json'));
  const named = commands.flatMap((args) => args.filter((one) => one.startsWith('--project=')));
  expect(named.toSorted()).toEqual(projects.map((name) => `--project=${name}`).toSorted());
});
