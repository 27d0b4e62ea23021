import { importsOf } from '../tidy/imports-of.ts';
import type { SourceFile } from '../tidy/source-file.ts';

/** Finds the tests that import a file or, if there are none, those that import its importers. */
export function createTestFinder(files: readonly SourceFile[]): (path: string) => string[] {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const target of importsOf(file)) {
      importers.set(target, [...(importers.get(target) ?? []), file.path]);
    }
  }
  const isTestFile = (path: string) => /\.test\.tsx?$/.test(path);
  return (path) => {
    const direct = importers.get(path) ?? [];
    const tests = direct.filter(isTestFile);
    const related =
      tests.length > 0
        ? tests
        : direct.flatMap((importer) => importers.get(importer) ?? []).filter(isTestFile);
    return [...new Set(related)].toSorted();
  };
}
