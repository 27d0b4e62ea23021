/** What a model is told where its API has no member for an answer in JSON. */
export function jsonInstruction(schema?: unknown): string {
  const plain = 'Answer with one JSON object and nothing else.';
  return schema === undefined
    ? plain
    : `${plain} It must match this JSON schema: ${JSON.stringify(schema)}`;
}
