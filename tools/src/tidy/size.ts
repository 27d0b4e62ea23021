import { type Finding, isIgnored, type Rule } from './source-file.ts';

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
/** A component is mostly markup, one attribute a line. */
const COMPONENT_LINES_MAX = 140;
const DECLARATION = /^(\s*)(export )?(async )?function\*? (\w+)/;

/** Files of at most 400 lines, functions of at most 70, components of at most 140 (tests may nest theirs deeper). */
export const size: Rule = ({ path, lines }) => {
  const findings: Finding[] = [];
  const length = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (length > FILE_LINES_MAX)
    findings.push({ path, line: 1, message: `the file has ${length} lines, ${FILE_LINES_MAX} are allowed` });
  if (/\.test\.tsx?$/.test(path)) return findings;
  lines.forEach((line, index) => {
    const match = DECLARATION.exec(line);
    if (!match) return;
    // Formatted code closes a function at the indentation where it began.
    const end = lines.findIndex(
      (candidate, at) =>
        at > index &&
        candidate.startsWith(`${match[1]}}`) &&
        !/^\s*\}\s*[:,]/.test(candidate) &&
        !candidate.includes(') {'),
    );
    const span = end === -1 ? 0 : end - index + 1;
    const limit = path.endsWith('.tsx') ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
    if (span > limit && !isIgnored(lines, index))
      findings.push({
        path,
        line: index + 1,
        message: `the function ${match[4]} has ${span} lines, ${FUNCTION_LINES_MAX} are allowed`,
      });
  });
  return findings;
};
