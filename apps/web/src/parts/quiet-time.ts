import { useEffect, useReducer } from 'preact/hooks'
import { deviceKey } from '#kept/device-storage.ts'
import { timesOf } from '#parts/messages/use-times.ts'
import { deviceFrom } from '#state/device.ts'
import { nextQuietChange, quietEnd } from '#state/quiet.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** The most milliseconds until the clock is read again: the device may have slept. */
const patience = 60_000

/** Returns the time of the day until which this device is quiet; undefined while it is not. */
export function quietTime({ store, clock }: Pick<App, 'store' | 'clock'>): string | undefined {
  const { device, state } = store.get()
  const end = quietEnd(device, clock.now())
  if (end === undefined) return undefined
  return timesOf(state).time(end / 1000)
}

/** Returns the same as `quietTime`, and draws again when the quiet begins or ends, also by another tab. */
export function useQuietTime(): string | undefined {
  const app = useApp()
  const { store, clock } = app
  const [read, draw] = useReducer<number, undefined>((count) => count + 1, 0)
  const until = useKnown(({ device }) => device.quietUntil)
  const hours = useKnown(({ device }) => device.quietHours)
  useEffect(() => {
    const now = clock.now()
    const change = nextQuietChange({ quietUntil: until, quietHours: hours }, now)
    if (change === undefined) return undefined
    const timer = setTimeout(() => draw(undefined), Math.min(change - now, patience))
    return () => clearTimeout(timer)
  }, [clock, until, hours, read])
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // Signing out erases the settings. They must not be written again.
      if (key !== deviceKey || newValue === null) return
      const { quietUntil, quietHours } = deviceFrom(newValue)
      const { device } = store.get()
      const { from, to } = device.quietHours ?? {}
      if (device.quietUntil === quietUntil && from === quietHours?.from && to === quietHours?.to) return
      store.set({ device: { ...device, quietUntil, quietHours } })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [store])
  return quietTime(app)
}
