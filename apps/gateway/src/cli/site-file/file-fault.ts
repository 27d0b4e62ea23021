/** A fault at one place in a configuration file. */
export interface FileFault {
  /** The path to the value that it is about. */
  path: readonly string[];
  text: string;
}

/** Rejects a configuration file, with all its faults. */
export class FileRefused extends Error {
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super('the file is refused');
    this.faults = faults;
  }
}
