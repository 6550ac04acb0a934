import type { Page } from 'playwright-core'
import { cutPlaceholders, cutTexts, overlaps } from '#test/layout-problems.ts'
import { mirrorProblems } from '#test/mirror-problems.ts'
import { viewports } from '#test/story.ts'
import { unspokenTexts } from '#test/unspoken-texts.ts'
import type { World } from '#test/world.ts'
import { everything, openSight, ownGroup, type Sight } from './pages.ts'

/** Names that people, programs and standards give. They are the same in every language. */
export const dataOf = ({ people, channels }: World): readonly (string | RegExp)[] => [
  ...Object.values(people).flatMap(({ name, email }) => [name, email]),
  ...Object.keys(channels),
  everything,
  ownGroup,
  'Analytical Engine',
  'Notification Bot',
  'Welcome Bot',
  // The folder of channels, and the server's name for a topic without one.
  'Product',
  'general chat',
  // Other products, and the name of one as an example.
  'Jitsi Meet',
  'Python online',
  'Python',
  // Names of emoji, as messages hold them.
  /:[a-z_0-9]+:/g,
  // Keys, as they are named on the keyboard.
  /\b(?:(?:Ctrl|Alt|Shift)\+)+(?:\w+|[.'])/g,
  // Time zones, by the names of their database.
  /\b[A-Z]\w+\/[\w/ +-]+/g,
  // Addresses.
  /\bhttps?:\/\/\S+/g,
]

/**
 * Returns the problems of a page in the pseudo language: texts that are in no catalog, texts without room at a desk and on a
 * phone, and elements that do not change sides in a mirrored page.
 */
export async function pseudoProblems(
  page: Page,
  sight: Sight,
  data: readonly (string | RegExp)[],
): Promise<string[]> {
  const found: string[] = []
  for (const viewport of [viewports.desk, viewports.phone]) {
    await page.setViewportSize(viewport)
    await openSight(page, sight)
    const note = (problems: readonly string[]) =>
      found.push(...problems.map((problem) => `${sight.name}, ${viewport.width} px: ${problem}`))
    note(await unspokenTexts(page, data))
    note(await cutTexts(page))
    note(await cutPlaceholders(page))
    note(await overlaps(page))
    // A link or a number leaves the page when all is read, which may be now: only problems that stay are told.
    if ((await mirrorProblems(page)).length > 0) note(await mirrorProblems(page))
  }
  return found
}
