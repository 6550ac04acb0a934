import type { Readable } from 'node:stream'

/** Which bytes of a blob: from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Keeps files under keys such as `2/4e/token/name.png`: parts of letters, digits, `.`, `_` and `-`, joined by slashes.
 * What a method has resolved for is durable.
 */
export interface BlobStore {
  /** Takes over a file of this machine, which is gone from its place then. */
  putFile(key: string, path: string): Promise<void>
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Size in bytes; undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>
  open(key: string, range?: ByteRange): Readable
  /** Deletes blobs; those that do not exist are no error. */
  remove(keys: readonly string[]): Promise<void>
  /** Deletes all blobs whose keys begin with these parts. */
  removeFolder(key: string): Promise<void>
  /** Deletes what was being written when a process ended, and was begun before then (UNIX milliseconds). */
  removeLeftOvers(before: number): Promise<void>
}
