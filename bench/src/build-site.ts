import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Builds the website of a checkout. Otherwise its server would build it during the measurement, at the first start
 * after a change.
 */
export async function buildSite(root: string): Promise<void> {
  const folder = join(root, 'apps/site')
  const building = spawn(process.execPath, [join(folder, 'src/build.ts'), join(folder, 'dist/site.bin')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(building, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The website could not be built')
}
