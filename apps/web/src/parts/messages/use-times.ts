import type { State } from '@tagma/sync/state.ts'
import { useKnown } from '#state/use-known.ts'
import { locale } from '#words/words.ts'
import { type Times, timesFor } from './times.ts'

/** Returns how the reader sees times: in the zone of the profile, by the clock of the settings. */
export const timesOf = (state: Pick<State, 'user_settings'> | undefined): Times =>
  timesFor(
    locale(),
    state?.user_settings?.timezone ?? '',
    state?.user_settings?.twenty_four_hour_time ?? null,
  )

/** Returns the time zone of the reader's profile: an IANA name, or empty for the zone of the device. */
export const useTimeZone = (): string => useKnown(({ state }) => state?.user_settings?.timezone ?? '')

/** Returns how the reader sees times, and draws again when that changes. */
export function useTimes(): Times {
  const timeZone = useTimeZone()
  const isTwentyFour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time ?? null)
  return timesFor(locale(), timeZone, isTwentyFour)
}
