import type { SourceFile } from './source-file.ts';

export interface Finding {
  /** From 1. */
  line: number;
  message: string;
}

/** One thing that every file must keep to. */
export interface Rule {
  name: string;
  check: (file: SourceFile) => Finding[];
}
