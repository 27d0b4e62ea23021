import { errorTable, optionRegistry } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { describe, expect, test } from 'vitest';
import { describeScore, type MutationScore } from './mutate/mutation-score.ts';
import { repositoryRoot } from './repository.ts';
import { findMissingTexts } from './tidy/contract-text.ts';
import { findImportCycles } from './tidy/import-cycles.ts';
import { listSourceFiles } from './tidy/list-source-files.ts';
import { rules } from './tidy/rules.ts';
import { runRule } from './tidy/run-rules.ts';
import { findUnfindable, searchTerms } from './tidy/search-terms.ts';
import { isTest, isTypeScript } from './tidy/source-file.ts';

const files = listSourceFiles(repositoryRoot);

describe('the repository', () => {
  test('is read at all', () => {
    process.stdout.write(`tidy: checked ${files.length} files\n`);
    expect(files.length).toBeGreaterThan(0);
    for (const folder of ['apps/console/', 'apps/gateway/', 'packages/', 'tools/']) {
      const count = files.filter(
        ({ path }) => path.startsWith(folder) && isTypeScript(path),
      ).length;
      expect(count, folder).toBeGreaterThan(0);
    }
  });

  test.each(rules)('$name', (rule) => {
    expect(runRule(rule, files)).toEqual([]);
  });

  test('every capability is found by its standard term in a file name or first docstring', () => {
    const sources = files.filter(
      ({ path }) => /^(?:apps|packages)\//.test(path) && isTypeScript(path) && !isTest(path),
    );
    expect(findUnfindable(searchTerms, sources)).toEqual([]);
  });

  test('no file imports itself through others, not even by types', () => {
    expect(findImportCycles(files)).toEqual([]);
  });

  test('CONTRIBUTING.md states the mutation score that the baseline keeps', () => {
    const textOf = (wanted: string) => files.find(({ path }) => path === wanted)?.text ?? '';
    const score = JSON.parse(textOf('tools/mutation-score.json')) as MutationScore;
    expect(textOf('CONTRIBUTING.md')).toContain(describeScore(score));
  });

  test('every error code has a text in both languages', () => {
    const errorCodes = Object.keys(errorTable);
    expect(errorCodes).not.toEqual([]);
    expect(findMissingTexts({ errorCodes, optionKeys: [] }, texts)).toEqual([]);
  });

  test('every option key has a text in both languages', () => {
    const optionKeys = optionRegistry.map(({ key, label }) => label?.text ?? key);
    expect(optionKeys).not.toEqual([]);
    expect(findMissingTexts({ errorCodes: [], optionKeys }, texts)).toEqual([]);
  });
});
