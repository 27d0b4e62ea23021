import type { SectionName } from './results-sections.ts';
import type { Stage } from './stage.ts';

/** A measurement with a command and a section of the results of its own. */
export interface Trial {
  name: SectionName;
  title: string;
  /** Its own options, `--name value`, with their defaults (whole numbers). */
  options: Readonly<Record<string, number>>;
  /** Measures and returns Markdown. */
  run(stage: Stage, options: Readonly<Record<string, number>>, say: Say): Promise<string>;
}

export type Say = (line: string) => void;
