export interface Instruction {
  /** In uppercase: RUN, COPY, ENV, … */
  word: string;
  /** Everything after the keyword, with continuation lines joined. */
  rest: string;
}

export interface Stage {
  /** The base image. */
  from: string;
  /** The name after AS; otherwise its number. */
  name: string;
  instructions: Instruction[];
}

/**
 * Parses the stages of a Dockerfile with their instructions in order. Throws if it does not begin with FROM.
 */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines.map((each) => each.trim())) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, from = '', name] = /^(\S+)(?: AS (\S+))?$/i.exec(rest) ?? [];
    if (word === 'FROM')
      stages.push({ from, name: name ?? String(stages.length), instructions: [] });
    else if (word !== '') {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`${word} stands before the first FROM`);
      stage.instructions.push({ word, rest });
    }
  }
  return stages;
}

/** Parses `A=b C=d` into members; values contain no spaces here. */
export function readVariables(rest: string): Record<string, string> {
  return Object.fromEntries(
    [...rest.matchAll(/(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Parses an instruction in its JSON form. Throws SyntaxError for the shell form, which is not used here. */
export function readWords(rest: string): string[] {
  return JSON.parse(rest) as string[];
}
