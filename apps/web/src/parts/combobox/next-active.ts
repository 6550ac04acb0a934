/**
 * Returns the place of the option that a key leads to, or undefined if the key does not move. `active` is -1 while none is
 * chosen. Past the end comes the beginning.
 */
export function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return active <= 0 ? count - 1 : active - 1
    case 'PageDown':
      return Math.min(active + 8, count - 1)
    case 'PageUp':
      return Math.max(active - 8, 0)
    default:
      return undefined
  }
}
