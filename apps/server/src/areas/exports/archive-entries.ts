import type { BlobStore } from '#ports/blob-store.ts'
import type { Entry } from './tar.ts'

/** A file of an archive from its bytes. */
export const entryOf = (name: string, content: Uint8Array): Entry => ({ name, size: content.length, content })

/** A file of JSON. With `indent`, as people read it. */
export const jsonEntry = (name: string, value: unknown, indent?: number): Entry =>
  entryOf(name, Buffer.from(`${JSON.stringify(value, undefined, indent)}\n`))

/** Yields a stored file; nothing if it is gone. */
export async function* blobEntry(blobs: BlobStore, name: string, key: string): AsyncGenerator<Entry> {
  const size = await blobs.size(key)
  if (size !== undefined) yield { name, size, content: blobs.open(key) }
}

/** Name of a part of an archive: `messages-000012.json`. */
export const partName = (name: string, number: number, ending: string): string =>
  `${name}-${String(number).padStart(6, '0')}.${ending}`
