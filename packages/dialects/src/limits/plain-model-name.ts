/** A model's name without its host, its vendor and the mark of fine tuning, in small letters. */
export function plainModelName(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^ft:/, '')
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '');
}
