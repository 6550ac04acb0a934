/**
 * Encrypts secrets that the server has to read again, so that whoever sees only the database learns nothing. All processes
 * of an installation need the same key.
 */
export interface Sealed {
  /** Encrypts a secret for one place, such as `second factor of 7`. It can be opened for that place alone. */
  seal(secret: Uint8Array, place: string): string
  /** Returns the secret; undefined if it was sealed for another place, or with another key. */
  open(sealed: string, place: string): Uint8Array | undefined
  /** Tells whether a text was sealed with the key of this process. */
  isOurs(sealed: string): boolean
  /** Tells whether there is a key. Unlike the other methods, it never makes one. */
  hasKey(): boolean
}
