/** Draws the logo as the inside of an SVG of 32 by 32: tiles in order, the last one speaking. */
export const tiles = (ink: string, accent: string): string =>
  `<g fill="${ink}">${[
    [2, 3],
    [12, 3],
    [22, 3],
    [12, 13],
  ]
    .map(([x, y]) => `<rect x="${x}" y="${y}" width="8" height="8" rx="2"/>`)
    .join(
      '',
    )}</g><path fill="${accent}" d="M14 23h4a2 2 0 0 1 2 2v6l-3.2-2H14a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"/>`
