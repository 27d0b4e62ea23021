import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { LANGUAGES } from './words.ts';

export interface ManualText {
  /** Relative to the repository root. */
  path: string;
  text: string;
}

export interface ShellBlock {
  path: string;
  /** The word after `sh`, for example `first-hour`. */
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

/** Returns the `sh` blocks of pages in order, without the indentation of lists. */
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
