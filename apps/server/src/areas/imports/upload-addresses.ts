import { createHash } from 'node:crypto'
import type { UploadRecord } from '@tagma/importers/record.ts'
import { storedName } from '#text/file-names.ts'

/** A path that can stay but for its folder: with two letters, a token, and a plain name. */
const plain = /^(\d{1,15})\/([0-9a-f]{1,2}\/[\w-]{10,100}\/(?!\.{1,2}$)[\w.-]{1,150})$/

/** Paths of the uploads of a source, and those that they get here: `2/4e/token/name.png` becomes `7/4e/token/name.png`. */
export class UploadAddresses {
  #folder: string | undefined
  readonly #others = new Set<string>()
  /** Bytes of all files. */
  bytes = 0

  add({ path, size }: Pick<UploadRecord, 'path' | 'size'>): void {
    this.bytes += size
    const [, folder] = plain.exec(path) ?? []
    this.#folder ??= folder
    if (folder === undefined || folder !== this.#folder) this.#others.add(path)
  }

  /** Returns the path of an upload here; undefined for a path that the source does not use. */
  of(path: string, organizationId: number): string | undefined {
    if (this.#others.has(path)) return madePath(path, organizationId)
    const [, folder, rest] = plain.exec(path) ?? []
    return folder === undefined || folder !== this.#folder ? undefined : `${organizationId}/${rest}`
  }
}

/** Makes a path of one whose letters cannot be in the key of a blob. The same path leads to the same one. */
function madePath(path: string, organizationId: number): string {
  const token = createHash('sha256').update(path).digest('hex')
  return `${organizationId}/${token.slice(0, 2)}/${token.slice(2, 28)}/${storedName(path)}`
}
