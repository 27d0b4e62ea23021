import type { SectionName } from './results-sections.ts';
import type { Stage } from './stage.ts';

/** A measurement with its own command and section of the results. */
export interface Trial {
  name: SectionName;
  title: string;
  /** Its options, `--name value`, with their defaults (integers). */
  options: Readonly<Record<string, number>>;
  /** Measures and returns Markdown. */
  run(stage: Stage, options: Readonly<Record<string, number>>, print: Print): Promise<string>;
}

export type Print = (line: string) => void;
