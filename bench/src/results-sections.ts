/** The sections of the results file in order, one per command. */
export const SECTIONS = [
  'relay',
  'latency',
  'pairs',
  'open-streams',
  'log-pages',
  'retention',
  'large-log',
  'console',
  'soak',
  'database-stop',
  'backup',
  'import',
  'chaos',
  'hostile',
  'profile',
] as const;
export type SectionName = (typeof SECTIONS)[number];

const TITLE = '# Benchmark results';
const opening = (name: string) => `<!-- section: ${name} -->`;
const CLOSING = '<!-- end of section -->';

/** Returns the file with one section added or replaced. Unmarked text is dropped. */
export function replaceSection(file: string, name: SectionName, text: string): string {
  const sections = new Map(
    SECTIONS.flatMap((one) => {
      const section = one === name ? text : readSection(file, one);
      return section === undefined ? [] : [[one, section.trim()] as const];
    }),
  );
  const parts = [...sections].map(([one, body]) => `${opening(one)}\n\n${body}\n\n${CLOSING}`);
  return `${[TITLE, ...parts].join('\n\n')}\n`;
}

function readSection(file: string, name: SectionName): string | undefined {
  const start = file.indexOf(opening(name));
  if (start < 0) return undefined;
  const from = start + opening(name).length;
  const end = file.indexOf(CLOSING, from);
  return end < 0 ? file.slice(from) : file.slice(from, end);
}
