/** Whether a text is an http(s) URL: nothing typed into the settings may become a script. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
