import { type Copy, type Head, headKey, ownCopy, readHead } from './copy.ts'
import { type Kept, openKept } from './database.ts'

/** The storage of the device, and the copy in it. */
interface FirstRead {
  readonly kept: Kept
  /** The beginning of the copy of the account that is signed in. */
  readonly head: Head | undefined
  /** Reads the rest. Undefined if there is no copy, or it is damaged. */
  readonly whole: () => Promise<Copy | undefined>
}

async function read(): Promise<FirstRead> {
  const kept = await openKept()
  const loaded = await kept.load(headKey).catch(() => undefined)
  const head = ownCopy(readHead(loaded?.text), document.cookie)
  return {
    kept,
    head,
    whole: async () => head && loaded && head.complete(await loaded.others().catch(() => new Map())),
  }
}

/** Reads the device's storage as soon as this module is there: `early.ts` loads it before all others. */
export const firstRead: Promise<FirstRead> = read()
