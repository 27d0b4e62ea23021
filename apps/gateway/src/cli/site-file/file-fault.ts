/** What is wrong at one place of a configuration file. */
export interface FileFault {
  /** The way to the value that it is about. */
  path: readonly string[];
  text: string;
}

/** Ends the reading of a configuration file, with all that is wrong with it. */
export class FileRefused extends Error {
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super('the file is refused');
    this.faults = faults;
  }
}
