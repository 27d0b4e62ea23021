/** Whether a text is an address of the web: nothing typed into the settings may become a script. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
