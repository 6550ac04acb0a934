import type { Readable } from 'node:stream'

/** Bytes of a blob from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Keeps files under keys such as `2/4e/token/name.png`: parts of letters, digits, `.`, `_` and `-`, joined by slashes.
 * A write is durable when its promise resolves.
 */
export interface BlobStore {
  /** Takes over a file of this machine: the file leaves its place. */
  putFile(key: string, path: string): Promise<void>
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Size in bytes; undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>
  open(key: string, range?: ByteRange): Readable
  /** Deletes blobs; a missing blob is no error. */
  remove(keys: readonly string[]): Promise<void>
  /** Deletes all blobs whose keys begin with these parts. */
  removeFolder(key: string): Promise<void>
  /** Deletes unfinished writes of processes that ended; only those begun before `before` (UNIX milliseconds). */
  removeLeftOvers(before: number): Promise<void>
}
