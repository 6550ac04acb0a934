import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteFolder } from '@tagma/site/serving/site-sources.ts'

// Pages of the documentation name tests as their proof: `path`: “title”, “another title”. These have to exist.

const repository = join(siteFolder, '../..')

/** A file that a text names, with the titles of its tests. */
export interface NamedFile {
  readonly path: string
  readonly titles: readonly string[]
}

export const namedFiles = (text: string): NamedFile[] =>
  [...text.matchAll(/`([^`]+)`([^`]*)/g)].map(([, path = '', after = '']) => ({
    path,
    titles: [...after.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Tells whether a file has a test, or a group of tests, with that title. */
function hasTitle(path: string, title: string): boolean {
  const asArgument = new RegExp(`\\(\\s*(['"\`])${RegExp.escape(title)}\\1,`)
  return asArgument.test(readFileSync(join(repository, path), 'utf8'))
}

/** Says which named files and tests do not exist. A file of tests has to be named with one of its tests. */
export function missingTests({ path, titles }: NamedFile): string[] {
  if (!existsSync(join(repository, path))) return [`there is no ${path}`]
  if (!isTest(path)) return []
  if (titles.length === 0) return [`no test of ${path} is named`]
  return titles.filter((title) => !hasTitle(path, title)).map((title) => `${path} has no test “${title}”`)
}
