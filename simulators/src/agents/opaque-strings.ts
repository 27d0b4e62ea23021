const OPAQUE =
  /"(?:id|call_id|item_id|signature|data|encrypted_content|thoughtSignature)":"([^"\\]{6,})"/g;

/** Returns the ids and signatures in a response, which the client sends back in later requests; each once. */
export function opaqueStrings(response: string): string[] {
  return [...new Set([...response.matchAll(OPAQUE)].map(([, value = '']) => value))];
}
