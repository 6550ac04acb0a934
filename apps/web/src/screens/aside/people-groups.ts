import { fitOf, folded } from '#parts/completion/match.ts'
import type { Person } from '#state/people.ts'
import type { Presence } from '#state/presence.ts'
import { remember } from '#state/remember.ts'

/** People in the aside: who writes in the conversation, who else is in its channel, and everybody else. */
export interface PeopleGroup {
  readonly key: 'here' | 'channel' | 'everybody'
  /** People at their computers first, then by name. */
  readonly people: readonly Person[]
}

interface PeopleSources {
  readonly people: ReadonlyMap<number, Person>
  /** People who take part in the conversation. */
  readonly takingPart: ReadonlySet<number>
  readonly subscribers: ReadonlySet<number>
  readonly presenceOf: (userId: number) => Presence
  /** Part of a name. Empty: everybody. */
  readonly query: string
}

/** Returns the groups, without those that are empty. Nobody stands in two. Bots stand only where they take part. */
export function peopleGroups(sources: PeopleSources): PeopleGroup[] {
  const { people, takingPart, subscribers, presenceOf, query } = sources
  const asked = folded(query.trim())
  const groups: Record<PeopleGroup['key'], Record<Presence, Person[]>> = {
    here: byPresence(),
    channel: byPresence(),
    everybody: byPresence(),
  }
  for (const { person, name } of named(people)) {
    const { user_id: id } = person
    const isHere = takingPart.has(id)
    if (!isHere && (!person.is_active || person.is_bot)) continue
    if (asked !== '' && fitOf(asked, name) === undefined) continue
    const key = isHere ? 'here' : subscribers.has(id) ? 'channel' : 'everybody'
    groups[key][presenceOf(id)].push(person)
  }
  return (['here', 'channel', 'everybody'] as const).flatMap((key) => {
    const { here, idle, away } = groups[key]
    const all = [...here, ...idle, ...away]
    return all.length > 0 ? [{ key, people: all }] : []
  })
}

const byPresence = (): Record<Presence, Person[]> => ({ here: [], idle: [], away: [] })

/** Everybody by name. Comparing 10,000 names takes longer than a frame, so it is done once for a list of people. */
const named = remember((people: ReadonlyMap<number, Person>) => {
  const { compare } = new Intl.Collator()
  return [...people.values()]
    .map((person) => ({ person, name: folded(person.full_name) }))
    .toSorted((a, b) => compare(a.name, b.name))
})
