// npm run dev
//
// Serves the website during work on it. A change of the content, the contract or the site's sources starts a build, and
// open pages reload.
import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { isStale } from '@tagma/serving/fingerprint.ts'
import { reloadingServer } from './dev/reloading-server.ts'
import { siteServer } from './serve.ts'
import { siteFolder, siteSources } from './serving/site-sources.ts'

const port = Number(process.env.TAGMA_SITE_PORT ?? 9992)
const repository = dirname(dirname(siteFolder))

const build = (): Promise<boolean> =>
  new Promise((resolve) => {
    const builder = spawn(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
    builder.on('close', (code) => resolve(code === 0))
  })

// Builds run one at a time: the first build catches up before any change starts another.
if (await isStale(join(siteFolder, 'dist/site.bin'), siteSources)) await build()
const inner = siteServer({ url: `http://localhost:${port}`, build: false }).listen(0, '127.0.0.1')
reloadingServer({
  innerPort: () => (inner.address() as AddressInfo).port,
  folders: ['apps/site/content', 'apps/site/pictures', 'apps/site/src', 'packages/contract/src'].map(
    (folder) => join(repository, folder),
  ),
  build,
}).listen(port, '127.0.0.1', () =>
  console.log(`http://localhost:${port} follows your changes. Ctrl-C stops it.`),
)
