import { createHash } from 'node:crypto'

// PostgreSQL takes some 2,700 bytes into an entry of an index; two of these fit, in any script.
const longest = 200

/** Stands for a text of any length in an index: short texts for themselves, long ones by `#` and their digest. */
export const indexKey = (text: string): string =>
  text.length <= longest ? text : `#${createHash('sha256').update(text).digest('hex')}`
