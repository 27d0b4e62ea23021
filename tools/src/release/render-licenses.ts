import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Renders the names, versions and license texts of the packages that modules belong to, as a bundle of them
 * must include.
 */
export function renderLicenses(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => PACKAGE.exec(path.replace(/^\0/, ''))?.[1] ?? []),
  );
  const entries = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<'name' | 'version' | 'license', string>;
    const texts = readdirSync(folder)
      .filter((file) => LICENSE.test(file))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${[...new Set(entries)].toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
