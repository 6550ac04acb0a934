import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleClient } from '#build/bundle.ts'
import type { Words } from '#build/compile-words.ts'
import { packClient } from '#build/pack.ts'

const files = new Map<Words, Promise<string>>()

/** Builds the client of this checkout, once in a worker, and returns the file for `TAGMA_WEB_CLIENT`. */
export function clientForTests(words: Words = 'own'): Promise<string> {
  const known = files.get(words) ?? build(words)
  files.set(words, known)
  return known
}

async function build(words: Words): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-web-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'client.bin')
  await packClient(path, await bundleClient('production', words), 'once')
  return path
}
