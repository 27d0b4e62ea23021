const OPAQUE =
  /"(?:id|call_id|item_id|signature|data|encrypted_content|thoughtSignature)":"([^"\\]{6,})"/g;

/**
 * Ids and signatures that a response hands to its client, which come back in later requests; each
 * once.
 */
export function opaqueStrings(response: string): string[] {
  return [...new Set([...response.matchAll(OPAQUE)].map(([, value = '']) => value))];
}
