import { type AsideTab, asideTabs } from './aside.ts'
import type { OwnStatus } from './own-status.ts'
import type { QuietHours } from './quiet.ts'

/** A status that this device takes away. */
export interface KeptStatusEnd {
  /** In milliseconds since 1970. */
  readonly at: number
  /** Another status, set meanwhile, stays. */
  readonly status: OwnStatus
}

/** Numbers of messages that a device may keep for searching. */
export const searchedCounts = [50_000, 5_000, 0] as const
export type SearchedCount = (typeof searchedCounts)[number]

/** Seconds for which a sent message may wait on the device, so that it can be taken back. */
export const holdChoices = [0, 5, 10] as const
export type HoldSeconds = (typeof holdChoices)[number]

/** So many ids of done questions are kept at most. */
export const mostAnswered = 500

/** Choices for this device alone. */
export interface Device {
  /** Sections of lists that are folded, by their keys. */
  readonly folded: readonly string[]
  /** Widths of columns in rem. */
  readonly placesWidth: number
  readonly listWidth: number
  readonly asideWidth: number
  /** Width of a conversation beside the main column, in hundredths of that. */
  readonly besideShare: number
  /** The part of the aside that stands beside conversations on a wide screen. Undefined: none. */
  readonly aside: AsideTab | undefined
  /** Whether keys without Ctrl or Alt act outside of text. */
  readonly hasSingleKeys: boolean
  /** Whether rows of places and lists have a single line. */
  readonly isCompact: boolean
  /** Whether nothing moves by itself, whatever the settings of the system are. */
  readonly isCalm: boolean
  /** Seconds for which a sent message waits, so that it can be taken back. */
  readonly holdSeconds: HoldSeconds
  /** So many of the newest messages are kept here for searching; 0: none. Undefined: as fits the device. */
  readonly searched: SearchedCount | undefined
  /** Names of first steps and hints that are over: they are not shown again. */
  readonly done: readonly string[]
  /** Ids of messages that wait for no answer any more, because the reader said so. */
  readonly answered: readonly number[]
  /** Until when nothing is shown or played, in milliseconds since 1970. 0: nobody asked for it. */
  readonly quietUntil: number
  /** Hours of each day in which the same holds. */
  readonly quietHours: QuietHours | undefined
  /** Undefined: the reader's status stays. */
  readonly statusEnd: KeptStatusEnd | undefined
}

export const newDevice: Device = {
  folded: [],
  placesWidth: 14.5,
  listWidth: 21,
  asideWidth: 20,
  besideShare: 100,
  aside: undefined,
  hasSingleKeys: true,
  isCompact: false,
  isCalm: false,
  holdSeconds: 0,
  searched: undefined,
  done: [],
  answered: [],
  quietUntil: 0,
  quietHours: undefined,
  statusEnd: undefined,
}

/** The least and the greatest widths of columns, in rem. */
export const widths = { places: [11.25, 20], list: [16.25, 30], aside: [18.75, 26.25] } as const

/** The least and the greatest width of a conversation beside the main column, in hundredths of that. */
export const besideShares = [60, 160] as const

/** Reads what a device kept; whatever does not fit is as on a new device. */
export function deviceFrom(text: string | null): Device {
  let kept: Partial<Record<keyof Device, unknown>> = {}
  try {
    kept = (JSON.parse(text ?? '{}') ?? {}) as typeof kept
  } catch {
    // Another version, or somebody by hand, wrote something else.
  }
  const within = (value: unknown, [least, most]: readonly [number, number], otherwise: number) =>
    typeof value === 'number' && value >= least && value <= most ? value : otherwise
  return {
    folded: namesIn(kept.folded),
    placesWidth: within(kept.placesWidth, widths.places, newDevice.placesWidth),
    listWidth: within(kept.listWidth, widths.list, newDevice.listWidth),
    asideWidth: within(kept.asideWidth, widths.aside, newDevice.asideWidth),
    besideShare: within(kept.besideShare, besideShares, newDevice.besideShare),
    aside: asideTabs.find((tab) => tab === kept.aside),
    hasSingleKeys: kept.hasSingleKeys !== false,
    isCompact: kept.isCompact === true,
    isCalm: kept.isCalm === true,
    holdSeconds: holdChoices.find((seconds) => seconds === kept.holdSeconds) ?? newDevice.holdSeconds,
    searched: searchedCounts.find((count) => count === kept.searched),
    done: namesIn(kept.done),
    answered: numbersIn(kept.answered).slice(-mostAnswered),
    quietUntil: typeof kept.quietUntil === 'number' ? kept.quietUntil : newDevice.quietUntil,
    quietHours: quietHoursFrom(kept.quietHours),
    statusEnd: statusEndFrom(kept.statusEnd),
  }
}

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

const numbersIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []

function quietHoursFrom(value: unknown): QuietHours | undefined {
  const { from, to } = (value ?? {}) as Partial<QuietHours>
  return isMinute(from) && isMinute(to) ? { from, to } : undefined
}

const isMinute = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 24 * 60

function statusEndFrom(value: unknown): KeptStatusEnd | undefined {
  const { at, status } = (value ?? {}) as Partial<KeptStatusEnd>
  return typeof at === 'number' && typeof status?.text === 'string' ? { at, status } : undefined
}
