import { findLines, type Rule } from './source-file.ts';

const QUOTA = /\b(quota|held|used_quota|request_count|total_topup|remain_quota)\b/;

/** Only the wallet writes quota columns. */
export const quotaWriters: Rule = (file) => {
  if (
    !file.path.startsWith('apps/gateway/src/') ||
    file.path.startsWith('apps/gateway/src/domain/wallet/') ||
    file.path.endsWith('.test.ts')
  )
    return [];
  const sets = findLines(file, /\.set\(|UPDATE (users|tokens)/, 'writes quota outside the wallet');
  return sets.filter(
    ({ line }) => QUOTA.test(file.lines[line - 1] ?? '') && !/channels/.test(file.lines[line - 1] ?? ''),
  );
};

/** The relay talks to the outside through send.ts only. */
export const relayOutside: Rule = (file) =>
  file.path.startsWith('apps/gateway/src/relay/') && !file.path.endsWith('.test.ts')
    ? findLines(file, /\bfetch\(/, 'use send.ts')
    : [];

const HUMAN_PROPS = /\b(title|label|placeholder|aria-label|description|alt)="[^"]*[A-Za-z\u4e00-\u9fff]{2,}[^"]*"/;
const HUMAN_TEXT = />\s*[A-Z\u4e00-\u9fff][A-Za-z\u4e00-\u9fff ,.!?]{2,}\s*<\//;
const PATHS = /\b(to|href)="\/(?!docs)[a-z]/;

/** The console has no hand-written texts or paths: texts come from i18n, paths from the page table. */
export const consoleTexts: Rule = (file) => {
  if (!/^apps\/console\/src\/.*\.tsx$/.test(file.path)) return [];
  return [
    ...findLines(file, HUMAN_PROPS, 'a text by hand'),
    ...findLines(file, HUMAN_TEXT, 'a text by hand'),
    ...findLines(file, /[\u4e00-\u9fff]/, 'a text by hand'),
    ...findLines(file, PATHS, 'a path by hand'),
  ];
};
