// node apps/web/build/build.ts [<file>]
//
// Builds the web client into one file that the server answers from. Writes it twice: as soon as possible, then smaller,
// because the best compression takes seconds. Exits with 1 and a list of the mistakes if the sources are wrong.
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { fingerprint } from '@tagma/serving/fingerprint.ts'
import { stop } from 'esbuild'
import { builtClient, clientSources } from '#serving/serve.ts'
import { bundleClient } from './bundle.ts'
import { packClient } from './pack.ts'

const [file = builtClient] = process.argv.slice(2)
const started = performance.now()
try {
  // Read before the build, so that a change during the build makes another one.
  const sources = await fingerprint(clientSources)
  const bundle = await bundleClient('production')
  // Its process has done its work; compressing takes memory too.
  await stop()
  await packClient(file, bundle, 'kept')
  writeFileSync(`${file}.sources`, sources)
  console.log(`Built the web client in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  await packClient(file, bundle, 'smallest')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
