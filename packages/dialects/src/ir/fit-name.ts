/** Two 32-bit FNV-1a hashes: the same text always gets the same short name. */
function hashText(text: string): string {
  let forward = 0x81_1c_9d_c5;
  let backward = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) {
    forward = Math.imul(forward ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0;
    backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - at), 0x01_00_01_93) >>> 0;
  }
  return forward.toString(36).padStart(7, '0') + backward.toString(36).padStart(7, '0');
}

/**
 * Fits a call's id to a provider's charset and maximum length; deterministic, so call and result still match.
 */
export function fitCallId(id: string, lengthMax: number): string {
  return id.length <= lengthMax && /^[A-Za-z0-9_-]+$/.test(id) ? id : `call_${hashText(id)}`;
}

/** Fits a call's id to exactly this many letters and digits. */
export function fitCallIdExactly(id: string, length: number): string {
  return id.length === length && /^[A-Za-z0-9]+$/.test(id) ? id : hashText(id).slice(0, length);
}

/** Fits a tool's name to a provider's charset and maximum length; a changed name ends in a hash. */
export function fitToolName(name: string, allowed: RegExp, lengthMax: number): string {
  if (name.length <= lengthMax && allowed.test(name)) return name;
  const hash = hashText(name);
  const sanitized = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z_]/, '_');
  return `${sanitized.slice(0, lengthMax - hash.length - 1)}_${hash}`;
}
