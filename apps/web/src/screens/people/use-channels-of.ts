import * as wire from '@tagma/contract/wire.ts'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale } from '#words/words.ts'

interface ChannelsOf {
  /** By name; undefined until the server has answered. */
  readonly channels: readonly Channel[] | undefined
  readonly failure: string | undefined
  /** Asks the server again. */
  readonly reload: () => void
}

/** Returns the channels that somebody is in, as far as one may know. */
export function useChannelsOf(userId: number): ChannelsOf {
  const { client } = useApp()
  const state = useKnown((known) => known.state)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const [channelIds, setChannelIds] = useState<readonly number[]>()
  const [failure, setFailure] = useState<string>()
  const reload = useCallback(() => {
    client.call(wire.getUserChannels, { user_id: userId }).then(
      (answer) => {
        setChannelIds(answer.subscribed_channel_ids)
        setFailure(undefined)
      },
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [client, userId])
  useEffect(() => {
    if (isLive) reload()
  }, [reload, isLive])
  const channels = channelIds
    ?.flatMap((id) => channelById(state, id) ?? [])
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return { channels, failure, reload }
}
