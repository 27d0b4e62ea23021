/** Returns the prompt instruction for JSON output, for models whose API has no member for it. */
export function jsonInstruction(schema?: unknown): string {
  const plain = 'Answer with one JSON object and nothing else.';
  return schema === undefined
    ? plain
    : `${plain} It must match this JSON schema: ${JSON.stringify(schema)}`;
}
