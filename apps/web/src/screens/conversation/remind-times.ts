/** A time to choose by its name. */
export interface Preset {
  readonly name: 'in-an-hour' | 'this-evening' | 'tomorrow' | 'monday'
  readonly at: Date
}

/** Returns the times to choose from, in the zone of the device: those that are still to come. */
export function presets(now: Date): readonly Preset[] {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const untilMonday = (8 - now.getDay()) % 7 || 7
  const all: readonly Preset[] = [
    { name: 'in-an-hour', at: new Date(now.getTime() + 3_600_000) },
    { name: 'this-evening', at: at(0, 18) },
    { name: 'tomorrow', at: at(1, 9) },
    { name: 'monday', at: at(untilMonday, 9) },
  ]
  return all.filter(({ at: time }) => time > now)
}

/** Writes a time for a field of a form: `2026-11-22T14:00`, in the zone of the device. */
export function localField(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
