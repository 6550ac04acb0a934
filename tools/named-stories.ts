import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = join(import.meta.dirname, '../docs/stories.md')

/** Tests of the web client on the list of stories. */
interface NamedStories {
  /** Their files, from the root of the repository. */
  readonly files: readonly string[]
  /** Matches the titles of all. */
  readonly titles: RegExp
}

/**
 * Returns the tests on the list of stories that lie in `apps/web/test/stories`. A browser and a server for each of more than
 * a hundred files take too long for CI.
 */
export function namedStories(): NamedStories {
  const named = readFileSync(list, 'utf8').matchAll(/`(apps\/web\/test\/stories\/[^`]+)`([^`]*)/g)
  const files = new Set<string>()
  const titles = new Set<string>()
  for (const [, file = '', after = ''] of named) {
    files.add(file)
    for (const [, title = ''] of after.matchAll(/“([^”]+)”/g)) titles.add(patternOf(title))
  }
  return { files: [...files], titles: new RegExp(`^(?:${[...titles].join('|')})$`) }
}

/** A title as it is written, with places for what differs. */
const patternOf = (title: string): string =>
  title
    .split(/%[sid]|\$\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join('.*')
