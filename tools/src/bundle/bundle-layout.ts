/** Folders in a bundle of the gateway. */
export const BUNDLE = {
  /** `main.js` and `cli.js`, their threads and chunks. */
  programs: 'gateway',
  /** The built console. */
  console: 'console',
  /** Node's compile cache for the programs. */
  compileCache: '.compile-cache',
} as const;
