import { mkdtempSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '../src/build/build-site.ts'
import { siteServer } from '../src/serve.ts'
import { siteFolder } from '../src/serving/site-sources.ts'

let file: Promise<string> | undefined

/** Returns the website of this checkout, in a file that all tests of a worker share. */
export function builtSite(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'tagma-site-')), 'site.bin')
  return (file ??= buildSite(siteFolder, path).then(() => path))
}

export interface ServedSite {
  readonly url: string
  readonly server: Server
  close(): Promise<void>
}

/** Serves a built site on a free port of the loopback. */
export async function serveSite(path: string, url?: string): Promise<ServedSite> {
  const server = siteServer({ file: path, build: false, url })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
