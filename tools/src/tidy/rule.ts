import type { SourceFile } from './source-file.ts';

export interface Finding {
  /** 1-based. */
  line: number;
  message: string;
}

/** A rule that every file must follow. */
export interface Rule {
  name: string;
  check: (file: SourceFile) => Finding[];
}
