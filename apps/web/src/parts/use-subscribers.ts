import { useEffect, useMemo, useState } from 'preact/hooks'
import { loadSubscribers } from '#actions/load-subscribers.ts'
import { channelById } from '#state/channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

const nobody: ReadonlySet<number> = new Set()

/** Returns the subscribers of a channel: those that the page knows, and soon all of them. */
export function useSubscribers(channelId: number | undefined): ReadonlySet<number> {
  const app = useApp()
  const channel = useKnown(({ state }) =>
    channelId === undefined ? undefined : channelById(state, channelId),
  )
  const { subscribers: all, partial_subscribers: some } = channel ?? {}
  const [fetched, setFetched] = useState<readonly number[]>()
  useEffect(() => {
    if (channelId !== undefined && !all) loadSubscribers(app, channelId).then(setFetched, () => undefined)
  }, [app, channelId, all === undefined])
  return useMemo(() => {
    const ids = all ?? fetched ?? some
    return ids ? new Set(ids) : nobody
  }, [all, fetched, some])
}
