/** Seals files so that only the holder of a secret key can read them. Whoever seals cannot open. */
export interface Sealer {
  seal(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Opens sealed files. */
export interface Opener {
  /** Throws `WrongKey`, or an error for a file that was changed or cut off. */
  open(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Thrown if a file was sealed for other keys. */
export class WrongKey extends Error {
  override readonly name = 'WrongKey'
}
