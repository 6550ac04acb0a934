import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useState } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** Returns the seconds in which a message may still be edited; undefined where that never ends. */
export function useSecondsLeft({ timestamp }: Message): number | undefined {
  const { clock } = useApp()
  const limit = useKnown(({ state }) => state?.realm_message_content_edit_limit_seconds)
  const left = () => timestamp + (limit ?? 0) - Math.floor(clock.now() / 1000)
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    if (limit == null) return
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [limit, timestamp])
  return limit == null ? undefined : seconds
}
