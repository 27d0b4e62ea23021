/** A provider's colour, dark enough for a white letter on it in both themes. */
export function autoDarken(color = '#64748b'): string {
  return `color-mix(in oklab, ${color} 55%, #1e293b)`;
}
