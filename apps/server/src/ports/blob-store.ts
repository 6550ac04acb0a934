import type { Readable } from 'node:stream'
import type { ScratchFolder } from './scratch.ts'

/** Bytes of a blob from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Thrown when the store of the blobs cannot be used now, whatever the blob. */
export class BlobsAway extends Error {
  override readonly name = 'BlobsAway'
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
  /** Lists all blobs, in any order. */
  list(): AsyncIterable<{ readonly key: string; readonly size: number }>
  readonly pieces: BlobPieces
}

/** A file of the local disk, to read until it is disposed of. */
export type LocalFile = Pick<ScratchFolder, 'path'> & AsyncDisposable

/**
 * Blobs that arrive in pieces, under keys of their own, each with a note of what it will be. They survive restarts. What a
 * method has resolved for is durable.
 */
export interface BlobPieces {
  /** Begins one, which has no bytes yet. Throws where the key has been begun. */
  begin(key: string, note: string): Promise<void>
  /** Returns the note, or undefined. */
  note(key: string): Promise<string | undefined>
  setNote(key: string, note: string): Promise<void>
  /** Bytes that have arrived; undefined where none was begun, or it was kept. */
  size(key: string): Promise<number | undefined>
  /**
   * Adds bytes as far as they come; a source that breaks off is no error. Returns the size then; undefined where there
   * would be more than `most` bytes. Nobody else may add to the key meanwhile.
   */
  append(key: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<number | undefined>
  /** Lends what has arrived as a file. */
  localFile(key: string): Promise<LocalFile>
  /** Makes what has arrived the blob of another key. Its note stays until it is removed. */
  keep(key: string, blobKey: string): Promise<void>
  /** Lists what has a note or bytes; what has bytes is unfinished. */
  list(): Promise<readonly { readonly key: string; readonly isUnfinished: boolean }[]>
  /** Removes bytes and note, where there are any. */
  remove(key: string): Promise<void>
  /** Removes what nobody has added to since then (UNIX milliseconds). */
  removeAbandoned(before: number): Promise<void>
}
