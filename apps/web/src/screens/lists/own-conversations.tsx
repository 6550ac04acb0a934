import { useEffect } from 'preact/hooks'
import { loadOwn } from '#actions/load-own.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** Channels of which one's own messages were asked for since the page began; undefined for all channels. */
const asked = new Set<number | undefined>()

interface OwnConversationsProps {
  readonly channelId: number | undefined
  /** Called when they are here: the list shows them though the pointer rests on it. */
  readonly onLoaded: () => void
}

/** Fetches one's own messages, so that *Mine* finds conversations however old they are. Draws nothing. */
export function OwnConversations({ channelId, onLoaded }: OwnConversationsProps) {
  const app = useApp()
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  useEffect(() => {
    if (!isLive || asked.has(channelId)) return
    asked.add(channelId)
    loadOwn(app, channelId).then(onLoaded, () => asked.delete(channelId))
  }, [app, channelId, isLive])
  return null
}
