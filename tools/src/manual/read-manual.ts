import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { LANGUAGES } from './words.ts';

export interface ManualText {
  /** From the root of the repository. */
  path: string;
  text: string;
}

export interface ShellBlock {
  path: string;
  /** What stands behind `sh`, for example `first-hour`. */
  mark: string;
  code: string;
}

/** Every page of the manual. */
export function readManual(): ManualText[] {
  return LANGUAGES.flatMap((language) => {
    const folder = `docs/manual/${language}`;
    return readdirSync(join(repositoryRoot, folder)).map((name) => ({
      path: `${folder}/${name}`,
      text: readFileSync(join(repositoryRoot, folder, name), 'utf8'),
    }));
  });
}

/** The commands of pages: their `sh` blocks in order, without the indent of a list. */
export function readShellBlocks(pages: readonly ManualText[]): ShellBlock[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^( *)```sh ?(.*)\n([^]*?)^\1```$/gm)].map(
      ([, indent = '', mark = '', code = '']) => ({
        path,
        mark,
        code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  );
}
