// npm run site:release -- <version> ["what is new, in a sentence or two"]
//
// Cuts a release of the documentation: saves the current pages under the version's number, where they never change.
// /tag/{page} shows the newest release. Cutting the same version again replaces it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parse, stringify } from 'yaml'
import { writePage } from './build/front-matter.ts'
import { writeLastModified } from './build/last-modified.ts'
import { developmentPages, openApiFile } from './build/read-pages.ts'
import { openApiText } from './reference/reference-pages.ts'
import { siteFolder } from './serving/site-sources.ts'

const [version = '', summary] = process.argv.slice(2)
if (/^\d+(\.\d+)+$/.test(version)) cut()
else {
  console.error(`"${version}" is no version; it should be numbers with points, such as 0.1 or 1.2.`)
  process.exitCode = 1
}

function cut(): void {
  const folder = join(siteFolder, 'releases', version)
  const description = join(folder, 'release.yaml')
  const before = existsSync(description)
    ? (parse(readFileSync(description, 'utf8')) as { summary: string })
    : undefined
  const text = summary ?? before?.summary
  if (text === undefined) {
    console.error(`Say what is new: npm run site:release -- ${version} "The first release."`)
    process.exitCode = 1
    return
  }
  writeLastModified(siteFolder)
  const pages = developmentPages(siteFolder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(description, stringify({ version, date, summary: text }))
  writeFileSync(join(folder, openApiFile), openApiText())
  for (const page of pages) writeFileSync(join(folder, `${page.slug}.md`), writePage(page))
  console.log(
    `Kept ${pages.length} pages as ${version}. Look at them with npm run site:build, then commit apps/site/releases/${version}.`,
  )
}
