import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const list = 'docs/stories.md'

/**
 * Returns the files with stories of the web client that are not on the list of stories. A browser and a server for each of
 * more than a hundred files take too long for CI.
 */
export function otherStories(): string[] {
  const text = readFileSync(join(root, list), 'utf8')
  return globSync('apps/web/test/stories/*.test.ts', { cwd: root }).filter((file) => !text.includes(file))
}
