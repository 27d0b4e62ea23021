/** Returns a provider's color, darkened so that a white letter is readable on it in both themes. */
export function autoDarken(color = '#64748b'): string {
  return `color-mix(in oklab, ${color} 55%, #1e293b)`;
}
