import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packClient } from '#build/pack.ts'
import { webClient } from './serve.ts'

/** Writes a client whose only script has that name. */
const pack = (file: string, script: string) =>
  packClient(
    file,
    {
      files: [{ path: script, bytes: Buffer.from(`// ${script}`) }],
      first: { entries: [script], imports: [], styles: [], fonts: [] },
      worker: undefined,
      inputs: new Map(),
    },
    'kept',
  )

test('a page that began with the version before still gets its files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-serving-'))
  const file = join(folder, 'client.bin')
  await pack(file, '/assets/first.js')
  const client = webClient(file)
  client.start()
  onTestFinished(() => {
    client.close()
    rmSync(folder, { recursive: true })
  })
  const find = async (path: string) => {
    const found = await client.find(path, '')
    return typeof found === 'object' ? Buffer.from(found.bytes).toString() : found
  }
  const update = async (script: string) => {
    await pack(file, script)
    await expect.poll(() => find('/')).toContain(script)
  }
  expect(await find('/assets/first.js')).toBe('// /assets/first.js')
  await update('/assets/second.js')
  // The same build is written once more.
  await pack(file, '/assets/second.js')
  await expect.poll(() => find('/')).toContain('/assets/second.js')
  expect(await find('/assets/first.js')).toBe('// /assets/first.js')
  expect(await find('/assets/second.js')).toBe('// /assets/second.js')
  expect(await find('/assets/never.js')).toBeUndefined()
  await update('/assets/third.js')
  expect(await find('/assets/first.js')).toBeUndefined()
  expect(await find('/assets/second.js')).toBe('// /assets/second.js')
})
