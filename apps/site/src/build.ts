// node apps/site/src/build.ts [<file> [<folder>]]
//
// Builds the website into one file, which the server answers from, and with a folder named also into plain files that
// any static host can serve; SITE_URL is the address that those will have. Exit code 1 with a list of what is wrong
// with the content.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { buildSite } from './build/build-site.ts'
import { ContentError } from './build/page.ts'
import { writePlainFiles } from './build/write-plain-files.ts'
import { fingerprint, siteFolder } from './serving/fingerprint.ts'
import { writeSiteFile } from './serving/site-file.ts'

const [file = join(siteFolder, 'dist/site.bin'), plain] = process.argv.slice(2)
const started = performance.now()
try {
  // Taken before, so that a change made meanwhile is built again.
  const sources = await fingerprint()
  const site = await buildSite(siteFolder)
  mkdirSync(dirname(file), { recursive: true })
  writeSiteFile(file, site.table, site.bodies)
  writeFileSync(`${file}.sources`, sources)
  const pages = Object.values(site.table.resources).filter(({ html }) => html !== undefined).length
  if (plain !== undefined)
    writePlainFiles(resolve(plain), site, process.env.SITE_URL ?? 'http://localhost:9992')
  console.log(`Built ${pages} pages in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
} catch (error) {
  if (!(error instanceof ContentError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
