import { texts } from '@tollgate/i18n';
import { chineseWords } from './chinese-words.ts';
import { fileLength } from './file-length.ts';
import { fileName } from './file-name.ts';
import { filledTextRule } from './filled-text.ts';
import { functionLength } from './function-length.ts';
import { handwrittenPath } from './handwritten-path.ts';
import { handwrittenText } from './handwritten-text.ts';
import { importArrows } from './import-arrows.ts';
import { machinePath } from './machine-path.ts';
import { namedPaths } from './named-paths.ts';
import { quotaWriter } from './quota-writer.ts';
import { relayFetch } from './relay-fetch.ts';
import { retiredWords } from './retired-words.ts';
import type { Rule } from './rule.ts';
import { sqlLocation } from './sql-location.ts';
import { testLimit } from './test-limit.ts';
import { weakSpot } from './weak-spot.ts';
import { wholeDomain } from './whole-domain.ts';

/** All rules of the repository that the compiler and the linter can't enforce. */
export const rules: readonly Rule[] = [
  fileLength,
  functionLength,
  quotaWriter,
  sqlLocation,
  wholeDomain,
  relayFetch,
  importArrows,
  handwrittenText,
  filledTextRule(texts),
  handwrittenPath,
  machinePath,
  fileName,
  testLimit,
  weakSpot,
  retiredWords,
  namedPaths,
  chineseWords,
];
