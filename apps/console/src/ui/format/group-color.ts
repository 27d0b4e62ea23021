const PINK = new Set(['vip', 'pro']);
const BROWN = new Set(['svip', 'premium']);

/** Returns the color of a group's tag: pink for vip and pro, brown for svip and premium, blue for others. */
export function groupColor(name: string): 'pink' | 'brown' | 'blue' {
  if (PINK.has(name)) return 'pink';
  return BROWN.has(name) ? 'brown' : 'blue';
}
