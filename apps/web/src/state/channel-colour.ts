/**
 * Returns a channel's colour as CSS for its sign: the hue that people chose, with its lightness held where it has 3:1
 * on every ground, light and dark. Most colours of channels have less than that on light grounds.
 */
export function channelColour(color: string): string {
  return `light-dark(oklch(from ${color} min(l, 0.58) c h), oklch(from ${color} max(l, 0.62) c h))`
}
