// node apps/site/src/build.ts [<file> [<folder>]]
//
// Builds the website into one file that the server answers from. With a folder, it also writes plain files for a static
// host; SITE_URL is the address that those files will have. Exits with 1 and a list of the mistakes if the content is
// wrong.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fingerprint } from '@tagma/serving/fingerprint.ts'
import { buildSite } from './build/build-site.ts'
import { ContentError } from './build/page.ts'
import { writePlainFiles } from './build/write-plain-files.ts'
import { SiteFile } from './serving/site-file.ts'
import { siteFolder, siteSources } from './serving/site-sources.ts'

const [file = join(siteFolder, 'dist/site.bin'), plain] = process.argv.slice(2)
const started = performance.now()
try {
  // Read before the build, so that a change during the build makes another one.
  const sources = await fingerprint(siteSources)
  const { resources } = await buildSite(siteFolder, file)
  writeFileSync(`${file}.sources`, sources)
  const pages = Object.values(resources).filter(({ html }) => html !== undefined).length
  if (plain !== undefined) {
    const site = new SiteFile(file)
    writePlainFiles(resolve(plain), site, process.env.SITE_URL ?? 'http://localhost:9992')
    site.close()
  }
  console.log(`Built ${pages} pages in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
} catch (error) {
  if (!(error instanceof ContentError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
