import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { fetchSingly } from '#actions/fetch-singly.ts'
import { settledEmoji } from '#actions/settle-report.ts'
import { errorText } from '#actions/show-error.ts'
import { inertNodes } from '#parts/messages/clean-html.ts'
import { type Report, reportOf } from '#state/report-of.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

const reading = { settledCode: settledEmoji.emoji_code, read: inertNodes }

/** Reports that are looked at: the newest. */
const most = 100

interface Reports {
  /** The newest first; undefined until the server has answered. */
  readonly reports: readonly Report[] | undefined
  readonly failure: string | undefined
  readonly reload: () => void
}

/** Returns the reports in the moderators' channel, with the messages that they are about. New ones come by themselves. */
export function useReports(channelId: number): Reports {
  const app = useApp()
  const botId = useKnown(
    ({ state }) =>
      state?.cross_realm_bots?.find(({ email }) => email.startsWith('notification-bot@'))?.user_id,
  )
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const byId = useKnown(({ messages }) => messages.byId)
  const [ids, setIds] = useState<readonly number[]>()
  const [failure, setFailure] = useState<string>()
  // A message in the channel that came just now.
  const latest = useKnown(({ messages }) =>
    messages.recent.findLast(
      (event) =>
        event.type === 'message' && (event.message as { stream_id?: number }).stream_id === channelId,
    ),
  )
  const reload = useCallback(() => {
    if (botId === undefined) return
    load(app, channelId, botId).then(
      (found) => {
        setIds(found)
        setFailure(undefined)
      },
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [app, channelId, botId])
  useEffect(() => {
    if (isLive) reload()
  }, [reload, isLive, latest])
  const reports = useMemo(
    () =>
      ids?.flatMap((id) => {
        const message = byId.get(id)
        return (message && reportOf(message, reading)) ?? []
      }),
    [ids, byId],
  )
  return { reports, failure, reload }
}

/** Fetches the bot's newest messages in a channel, and those that they are about. Returns ids of the bot's, newest first. */
async function load(
  app: ReturnType<typeof useApp>,
  channelId: number,
  botId: number,
): Promise<readonly number[]> {
  const page = await fetchSingly(app, {
    anchor: 'newest',
    num_before: most,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channelId },
      { operator: 'sender', operand: botId },
    ],
  })
  const ids = (page?.messages ?? []).map(({ id }) => id).toReversed()
  const { byId } = app.store.get().messages
  const about = ids.flatMap((id) => {
    const message = byId.get(id)
    return (message && reportOf(message, reading)?.messageId) ?? []
  })
  if (about.length > 0) await fetchSingly(app, { message_ids: [...new Set(about)] })
  return ids
}
