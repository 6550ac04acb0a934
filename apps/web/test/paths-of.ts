import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Writes files for a browser to choose, until the test has ended. Returns their paths. Bytes that are given to a browser over
 * its protocol take it many seconds.
 */
export function pathsOf(files: readonly { readonly name: string; readonly buffer: Buffer }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return files.map(({ name, buffer }) => {
    const path = join(folder, name)
    writeFileSync(path, buffer)
    return path
  })
}
