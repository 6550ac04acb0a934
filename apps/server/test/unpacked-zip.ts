import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Unpacks a ZIP; returns the files by name. */
export async function unpackedZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}
