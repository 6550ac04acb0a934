import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BuiltFile } from './built-file.ts'
import { PackedFile, PackedFileWriter } from './packed-file.ts'

interface Table {
  readonly pages: readonly string[]
}

/** A builder that makes nothing: the test writes the file. It fails when the file `fail` appears. */
const idleBuilder = `import { existsSync } from 'node:fs'
setInterval(() => {
  if (!existsSync(new URL('fail', import.meta.url))) return
  console.error('no memory')
  process.exit(1)
}, 10)`

/** A file whose first build is on its way. */
function givenFirstStart() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-built-'))
  const script = join(folder, 'build.mjs')
  writeFileSync(script, idleBuilder)
  const file = join(folder, 'dist/built.bin')
  const built = new BuiltFile({
    file,
    name: 'A test',
    building: { script, flags: [], sources: { folder, paths: ['build.mjs'] } },
    open: (path) => new PackedFile<Table>(path),
    longestWait: 30_000,
  })
  onTestFinished(() => {
    built.close()
    rmSync(folder, { recursive: true })
  })
  built.start()
  const ask = (page: string) =>
    new Promise<readonly string[] | undefined>((resolve) =>
      built.whenThere(
        (content) => resolve(content?.table.pages),
        ({ table }) => table.pages.includes(page),
      ),
    )
  return { folder, file, built, ask, writer: new PackedFileWriter(file) }
}

test('a part answers the requests that it can, and the others wait for the whole', async () => {
  const { writer, ask } = givenFirstStart()
  const first = ask('guide')
  const second = ask('endpoint')
  let isAnswered = false
  void second.then(() => (isAnswered = true))

  writer.publishPart({ pages: ['guide'] })
  expect(await first).toEqual(['guide'])
  expect(await ask('guide')).toEqual(['guide'])
  expect(isAnswered).toBe(false)

  writer.publishPart({ pages: ['guide', 'endpoint'] })
  expect(await second).toEqual(['guide', 'endpoint'])
  writer.discard()
})

test('a failed build answers those who wait, and keeps what was made', async () => {
  const { folder, writer, built, ask } = givenFirstStart()
  writer.publishPart({ pages: ['guide'] })
  expect(await ask('guide')).toEqual(['guide'])
  const waiting = ask('endpoint')
  writer.discard()
  writeFileSync(join(folder, 'fail'), '')
  expect(await waiting).toBeUndefined()
  expect(built.failure).toContain('no memory')
  expect(await ask('guide')).toEqual(['guide'])
})

test('an older file stays until the new one is whole', () => {
  const { file, writer } = givenFirstStart()
  writeFileSync(file, 'the older one')
  writer.add('first')
  writer.add('second')
  writer.publishPart({ pages: [] })
  expect(readFileSync(file, 'utf8')).toBe('the older one')

  writer.publish({ pages: ['all'] })
  const packed = new PackedFile<Table>(file)
  onTestFinished(() => packed.close())
  expect(packed.table.pages).toEqual(['all'])
  expect(writer.bodies.map((body) => packed.read(body).toString())).toEqual(['first', 'second'])
})

test('a build removes what an ended one left, and only that', () => {
  const { folder, file, writer } = givenFirstStart()
  // No process has so great a number.
  for (const name of ['.4194305', '.4194305.part', '.sources']) writeFileSync(`${file}${name}`, '')
  new PackedFileWriter(file).discard()
  expect(readdirSync(join(folder, 'dist'))).toEqual(['built.bin.sources'])
  writer.discard()
})
