import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { type Fetched, useFetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { type FetchedDeletions, withNewest, withOlder } from './deletions.ts'

/** Deletions that are fetched at a time. */
const most = 200

interface Deletions extends FetchedDeletions {
  /** The newest ones: on their way, there, or failed. */
  readonly newest: Fetched<true>
  readonly isBusy: boolean
  /** The reason why older ones did not come. */
  readonly failure: string | undefined
  readonly findOlder: () => Promise<void>
}

/** Fetches the deletions that the reader may know of; again when a message is deleted that the reader had. */
export function useDeletions(): Deletions {
  const { client } = useApp()
  const [fetched, setFetched] = useState<FetchedDeletions>({ rows: [], hasOlder: false })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const newest = useFetched(async () => {
    const { deleted_messages: found } = await client.call(wire.getDeletedMessages, { limit: most })
    setFetched((before) => withNewest(before, found, most))
    return true as const
  }, 'delete_message')
  const findOlder = async () => {
    const before = fetched.rows.at(-1)?.id
    if (before === undefined) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { deleted_messages: found } = await client.call(wire.getDeletedMessages, { before, limit: most })
      // Unless the newest ones came meanwhile, and left a gap.
      setFetched((now) => (now.rows.at(-1)?.id === before ? withOlder(now, found, most) : now))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { ...fetched, newest, isBusy, failure, findOlder }
}
