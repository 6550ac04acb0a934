import { type Copy, ownCopy, readCopy } from './copy.ts'
import { type Kept, openKept } from './database.ts'

/** The key of the copy in the device's storage. */
export const copyKey = 'copy'

/** The storage of the device, and the copy in it. */
interface FirstRead {
  readonly kept: Kept
  /** The copy of the account that is signed in. */
  readonly copy: Copy | undefined
}

async function read(): Promise<FirstRead> {
  const kept = await openKept()
  const text = await kept.load(copyKey).catch(() => undefined)
  return { kept, copy: ownCopy(readCopy(text), document.cookie) }
}

/** Reads the device's storage as soon as this module is there: `early.ts` loads it before all others. */
export const firstRead: Promise<FirstRead> = read()
