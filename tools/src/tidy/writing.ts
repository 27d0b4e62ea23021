import { findLines, type Rule } from './source-file.ts';

/** Words are built from parts so that this file does not find itself. */
const wide = 'any';
const later = ['TO', 'DO|FIX', 'ME'].join('');

/** Nothing half-done and nothing that silences a check. */
export const halfDone: Rule = (file) => [
  ...findLines(file, new RegExp(`\\b(${later})\\b`), 'finish it or file it'),
  ...findLines(
    file,
    new RegExp(`@ts-(ignore|nocheck)|\\bas ${wide}\\b|: ${wide}\\b(?!['\\w ]*[a-z])`),
    'silences the compiler',
  ),
  ...findLines(file, /\b(it|test|describe)\.(skip|only|todo)\(/, 'a test that does not run'),
];

/** Paths of one machine have no place in the repository. */
export const machinePaths: Rule = (file) =>
  findLines(file, /(^|[^A-Za-z0-9_.])\/(work|farm|root)\//, 'a path of one machine');

/** Named exports only; configuration files are read by tools that want a default one. */
export const namedExports: Rule = (file) =>
  file.path.endsWith('.config.ts') ? [] : findLines(file, /^export default\b/, 'use a named export');

/** Folders are named after what is in them. */
export const folderNames: Rule = ({ path }) =>
  /(^|\/)(utils?|helpers?|commons?|managers?|services?)\//.test(path)
    ? [{ path, line: 1, message: 'a folder name that says nothing' }]
    : [];
