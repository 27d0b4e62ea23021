import { IMPORT_FAMILIES } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ImportReport } from '../src/domain/import/run-import.ts';
import type { Family } from '../src/domain/import/source-family.ts';
import type { ForeignSize } from './foreign-databases/foreign-shop.ts';
import { createImportScene, importInto, readImported } from './import-scene.ts';

/**
 * Sets up an import scene for a test file and imports each family's shop from a SQLite file, as the reference
 * for other sources.
 */
export function useExpectedImports(size: ForeignSize) {
  const scene = createImportScene();
  const expected = new Map<
    Family,
    { imported: Awaited<ReturnType<typeof readImported>>; report: ImportReport }
  >();
  beforeAll(async () => {
    for (const family of IMPORT_FAMILIES) {
      const target = await scene.openTarget();
      const report = await importInto(target, scene.writeSource(family, size), { logs: true });
      expected.set(family, { imported: await readImported(target), report });
    }
  });
  afterEach(scene.close);
  afterAll(scene.remove);
  return {
    scene,
    expectedOf: (family: Family) => expected.get(family)?.imported,
    /** Imports a source and compares it with the same rows imported from a SQLite file. */
    async expectTheSame(family: Family, address: string): Promise<ImportReport> {
      const target = await scene.openTarget();
      const report = await importInto(target, address, { logs: true });
      const { imported, report: first } = expected.get(family) ?? {};
      expect(await readImported(target)).toEqual(imported);
      expect(report.counts).toEqual(first?.counts);
      expect(report.money).toEqual(first?.money);
      const codes = ({ findings }: ImportReport) =>
        findings.map(({ code, count }) => [code, count]);
      expect(codes(report)).toEqual(first && codes(first));
      return report;
    },
  };
}
