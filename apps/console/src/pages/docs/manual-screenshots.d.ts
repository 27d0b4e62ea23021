/** The screenshots of the manual by language and name (`en/channel-azure.webp`), made by `manual-screenshots.ts` at build time. */
declare module 'virtual:manual-screenshots' {
  export const screenshots: import('./parse-doc.ts').DocImages;
}
