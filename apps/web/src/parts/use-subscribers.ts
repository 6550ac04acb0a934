import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { loadSubscribers } from '#actions/load-subscribers.ts'
import { errorText } from '#actions/show-error.ts'
import { channelById } from '#state/channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

const nobody: ReadonlySet<number> = new Set()

interface Subscribers {
  /** The subscribers that the page knows. */
  readonly ids: ReadonlySet<number>
  /** Whether these are all. */
  readonly isWhole: boolean
  /** The reason why the others did not come. */
  readonly failure: string | undefined
  /** Asks for them again. */
  readonly reload: () => void
}

/** Returns the subscribers of a channel: those that the page knows, and soon all of them. */
export function useAllSubscribers(channelId: number | undefined): Subscribers {
  const app = useApp()
  const channel = useKnown(({ state }) =>
    channelId === undefined ? undefined : channelById(state, channelId),
  )
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const { subscribers: all, partial_subscribers: some } = channel ?? {}
  const [fetched, setFetched] = useState<readonly number[]>()
  const [failure, setFailure] = useState<string>()
  const reload = useCallback(() => {
    if (channelId === undefined) return
    loadSubscribers(app, channelId).then(
      (ids) => {
        setFetched(ids)
        setFailure(undefined)
      },
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [app, channelId])
  useEffect(() => {
    if (isLive && !all) reload()
  }, [reload, isLive, all === undefined])
  const ids = useMemo(() => {
    const known = all ?? fetched ?? some
    return known ? new Set(known) : nobody
  }, [all, fetched, some])
  return { ids, isWhole: all !== undefined || fetched !== undefined, failure, reload }
}

/** Returns the ids of `useAllSubscribers`. */
export const useSubscribers = (channelId: number | undefined): ReadonlySet<number> =>
  useAllSubscribers(channelId).ids
