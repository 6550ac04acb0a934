import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderScratch } from './folder-scratch.ts'

async function scene() {
  const outer = await mkdtemp(join(tmpdir(), 'tagma-scratch-'))
  onTestFinished(() => rm(outer, { recursive: true }))
  const root = join(outer, 'incoming')
  return { root, scratch: folderScratch(root) }
}

test('each asker gets an empty folder of its own, which is gone afterwards with all that is in it', async () => {
  const { root, scratch } = await scene()
  let first = ''
  {
    await using one = await scratch.folder()
    await using two = await scratch.folder()
    first = one.path
    await writeFile(join(one.path, 'file'), 'x')
    expect(await readdir(two.path)).toEqual([])
    expect(await readdir(root)).toHaveLength(2)
  }
  expect(existsSync(first)).toBe(false)
  expect(await readdir(root)).toEqual([])
})

test('what a process that was killed has left behind is removed when it is old', async () => {
  const { root, scratch } = await scene()
  await scratch.removeLeftOvers(Date.now())
  const { path } = await scratch.folder()
  await writeFile(join(path, 'file'), 'x')
  // Earlier versions kept files without folders of their own.
  await writeFile(join(root, 'file'), 'x')
  await scratch.removeLeftOvers(Date.now() - 3_600_000)
  expect(await readdir(root)).toHaveLength(2)
  await scratch.removeLeftOvers(Date.now() + 3_600_000)
  expect(await readdir(root)).toEqual([])
})
