import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import yazl from 'yazl'

type Contents = ReadonlyMap<string, string | Uint8Array>

/** Makes a folder that is removed after the test. */
export async function passingFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tagma-packed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files into a folder, and returns its path. */
export async function folderOf(files: Contents): Promise<string> {
  const folder = await passingFolder()
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

/** Packs files into a ZIP, and returns its path. */
export async function zipOf(files: Contents, name = 'export.zip'): Promise<string> {
  const path = join(await passingFolder(), name)
  const zip = new yazl.ZipFile()
  for (const [entry, content] of files) zip.addBuffer(Buffer.from(content), entry)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}
