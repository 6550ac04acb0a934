import { roles } from '@tagma/contract/roles.ts'
import { type Channel, channelsById } from '#state/channels.ts'
import { peopleOf, type Person } from '#state/people.ts'
import { remember } from '#state/remember.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** Numbers of the people and channels that settings of the organization affect. Channels are those that the reader knows. */
interface EffectCounts {
  /** People with an active account. */
  readonly people: number
  readonly guests: number
  /** People who are not administrators. */
  readonly others: number
  /** Members who are not full members yet. */
  readonly waiting: number
  /** Channels that keep messages as long as the organization says. */
  readonly keeping: number
  /** Channels in which the organization says whether messages need a topic. */
  readonly topics: number
  /** Channels that are open to the web. */
  readonly open: number
}

const daySeconds = 24 * 3600

/** Counts the people and channels that settings of the organization affect. `now` is in UNIX seconds. */
export function countEffects(
  people: Iterable<Person>,
  channels: Iterable<Channel>,
  waitingDays: number,
  now: number,
): EffectCounts {
  const active = [...people].filter(({ is_bot: isBot, is_active: isActive }) => !isBot && isActive)
  const guests = active.filter(({ is_guest: isGuest }) => isGuest).length
  const waiting = active.filter(
    ({ role, date_joined: joined }) =>
      role === roles.member && now - Date.parse(joined) / 1000 < waitingDays * daySeconds,
  ).length
  const present = [...channels].filter(({ is_archived: isArchived }) => !isArchived)
  return {
    people: active.length,
    guests,
    others: active.filter(({ is_admin: isAdministrator }) => !isAdministrator).length,
    waiting,
    keeping: present.filter(({ message_retention_days: days }) => days === null).length,
    topics: present.filter(({ topics_policy: policy }) => policy === 'inherit').length,
    open: present.filter(({ is_web_public: isOpen }) => isOpen).length,
  }
}

// Remembered, because every setting of a page asks for the same.
const countsOf = remember(
  (
    people: ReadonlyMap<number, Person>,
    channels: ReadonlyMap<number, Channel>,
    waitingDays: number,
    hour: number,
  ) => countEffects(people.values(), channels.values(), waitingDays, hour * 3600),
)

/** Returns how many people and channels settings of the organization affect now. */
export function useEffectCounts(): EffectCounts {
  const { clock } = useApp()
  return useKnown(({ state }) =>
    countsOf(
      peopleOf(state),
      channelsById(state),
      state?.realm_waiting_period_threshold ?? 0,
      Math.floor(clock.now() / 3_600_000),
    ),
  )
}
