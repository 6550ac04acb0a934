import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Entry } from './tar.ts'

/** Packs files into a ZIP, one after another as they are read. `at` is the UNIX time of all of them. */
export async function* zip(entries: AsyncIterable<Entry>, at: number): AsyncGenerator<Uint8Array> {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  const adding = addAll(file, entries, new Date(at * 1000)).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  yield* output as AsyncIterable<Uint8Array>
  await adding
}

/** Waits for each file before the next is asked for, so that only one is in memory. */
async function addAll(file: ZipFile, entries: AsyncIterable<Entry>, mtime: Date): Promise<void> {
  for await (const { name, content } of entries) {
    const stream = content instanceof Uint8Array ? Readable.from([content]) : content
    file.addReadStream(stream, name, { mtime })
    await finished(stream)
  }
  file.end()
}
