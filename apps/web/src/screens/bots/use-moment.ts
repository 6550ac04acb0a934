import { timesFor } from '#parts/messages/times.ts'
import { useKnown } from '#state/use-known.ts'
import { locale } from '#words/words.ts'

/** Returns how this reader sees a moment: its day and time. */
export function useMoment(): (seconds: number) => string {
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone ?? '')
  const isTwentyFour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time) ?? null
  return timesFor(locale(), timeZone, isTwentyFour).moment
}
