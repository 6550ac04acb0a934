import type { App } from '#state/use-app.ts'

const hour = 3_600_000
/** The hour of the morning until which a night of peace lasts. */
const morning = 8

/** How long nothing is told of. */
export type QuietFor = 'none' | 'half an hour' | 'an hour' | 'until morning'

/**
 * Holds back notifications and sounds on this device. Numbers of unread messages go on.
 * @returns until when, in milliseconds since 1970
 */
export function keepQuiet({ store, clock }: Pick<App, 'store' | 'clock'>, how: QuietFor): number {
  const quietUntil = endOf(how, clock.now())
  store.set({ device: { ...store.get().device, quietUntil } })
  return quietUntil
}

function endOf(how: QuietFor, now: number): number {
  switch (how) {
    case 'none':
      return 0
    case 'half an hour':
      return now + hour / 2
    case 'an hour':
      return now + hour
    case 'until morning': {
      const end = new Date(now)
      end.setHours(morning, 0, 0, 0)
      if (end.getTime() <= now) end.setDate(end.getDate() + 1)
      return end.getTime()
    }
  }
}
