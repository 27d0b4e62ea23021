/** The folders in a bundle of the gateway, by what they hold. */
export const BUNDLE = {
  /** `main.js` and `cli.js`, their threads and chunks. */
  programs: 'gateway',
  /** The built console. */
  console: 'console',
  /** What Node compiled of the programs. */
  compileCache: '.compile-cache',
} as const;
