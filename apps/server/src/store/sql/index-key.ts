import { createHash } from 'node:crypto'

// PostgreSQL takes some 2,700 bytes into an entry of an index; two keys of this length fit, in any script.
const longest = 200

/** Key of a text of any length for an index: a short text is its own key, a long one has `#` and its digest. */
export const indexKey = (text: string): string =>
  text.length <= longest ? text : `#${createHash('sha256').update(text).digest('hex')}`

/** Tells whether a key has the form of a digest, so that its text cannot be read from it. */
export const isDigest = (key: string): boolean => /^#[0-9a-f]{64}$/.test(key)
