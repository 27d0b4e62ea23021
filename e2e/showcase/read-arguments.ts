import { parseArgs } from 'node:util';

const OPTIONS = {
  only: { type: 'string' },
  serve: { type: 'boolean', default: false },
  manual: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** How the command is used. */
const USAGE = `npm run screenshots                     every page, in both languages and themes, on a desktop and a phone
npm run screenshots -- --only wallet    only pages with that in their name
npm run screenshots -- --serve          keeps the filled site running to look around instead
npm run screenshots -- --manual         the screenshots of the operators' manual instead`;

export interface ShowcaseArguments {
  /** Part of the names of what to take; everything if empty. */
  only: string;
  serve: boolean;
  manual: boolean;
}

/** Parses the command line. Returns what to print instead if help was asked for or an option is unknown. */
export function readArguments(
  args: readonly string[],
): ShowcaseArguments | { usage: string; isFault: boolean } {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.help) return { usage: USAGE, isFault: false };
    return { only: values.only ?? '', serve: values.serve, manual: values.manual };
  } catch (error) {
    return { usage: `${(error as Error).message}\n\n${USAGE}`, isFault: true };
  }
}
