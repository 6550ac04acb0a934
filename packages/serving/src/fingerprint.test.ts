import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fingerprint, isStale } from './fingerprint.ts'

test('a built file is stale once a source is changed, added or removed, at any depth', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, 'src/parts'), { recursive: true })
  write('src/parts/a.ts', 'a')
  write('lock.json', '{}')
  write('elsewhere.txt', 'no source')
  const sources = { folder, paths: ['src', 'lock.json', 'not-there'] }
  const built = join(folder, 'built.bin')
  expect(await isStale(built, sources)).toBe(true)

  const isStaleAfter = async (change: () => void) => {
    writeFileSync(`${built}.sources`, await fingerprint(sources))
    change()
    return isStale(built, sources)
  }
  expect(await isStaleAfter(() => write('elsewhere.txt', 'still no source'))).toBe(false)
  expect(await isStaleAfter(() => write('src/parts/a.ts', 'longer'))).toBe(true)
  expect(await isStaleAfter(() => utimesSync(join(folder, 'lock.json'), 1, 1))).toBe(true)
  expect(await isStaleAfter(() => write('src/parts/b.ts', 'b'))).toBe(true)
  expect(await isStaleAfter(() => rmSync(join(folder, 'src/parts/b.ts')))).toBe(true)
})
