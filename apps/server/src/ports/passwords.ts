/** Hashes passwords so that they cannot be read back. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Tells whether the password belongs to the hash, which a former server may have made. Takes as long for null, so that nobody learns which accounts exist.
   */
  verify(password: string, hash: string | null): Promise<boolean>
}
