export interface Instruction {
  /** In capitals: RUN, COPY, ENV, … */
  word: string;
  /** All behind the word, its lines joined. */
  rest: string;
}

export interface Stage {
  /** The image that it begins with. */
  from: string;
  /** The name behind AS; else its number. */
  name: string;
  instructions: Instruction[];
}

/** The stages of a Dockerfile with their instructions in order. Throws for one that begins with no FROM. */
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

/** `A=b C=d` as members; values have no blanks here. */
export function readVariables(rest: string): Record<string, string> {
  return Object.fromEntries(
    [...rest.matchAll(/(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The words of an instruction in its JSON form. Throws SyntaxError for the shell form, which nothing here uses. */
export function readWords(rest: string): string[] {
  return JSON.parse(rest) as string[];
}
