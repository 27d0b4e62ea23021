/** Returns a model's name in lower case, without its host, vendor and fine-tuning prefix. */
export function plainModelName(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^ft:/, '')
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '');
}
