import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleClient } from '#build/bundle.ts'
import { packClient } from '#build/pack.ts'

let file: Promise<string> | undefined

/** Builds the client of this checkout, once in a worker, and returns the file for `TAGMA_WEB_CLIENT`. */
export function clientForTests(): Promise<string> {
  return (file ??= build())
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-web-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'client.bin')
  await packClient(path, await bundleClient('production'), 'once')
  return path
}
