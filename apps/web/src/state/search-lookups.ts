import type { SearchLookups, SearchNames } from '@tagma/contract/address.ts'
import type { State } from '@tagma/sync/state.ts'
import { fitOf, folded } from '#parts/completion/match.ts'
import { channelById, channelsById } from './channels.ts'
import { peopleOf, type Person } from './people.ts'

/** Finds the channels and people that a text in the search box names. */
export function searchLookups(state: State | undefined): SearchLookups {
  return {
    ...(state?.user_id === undefined ? {} : { ownUserId: state.user_id }),
    channelId: (name) =>
      [...channelsById(state).values()].find((channel) => folded(channel.name) === folded(name))?.stream_id,
    userId: (text) => personOf([...peopleOf(state).values()], text)?.user_id,
  }
}

/** Writes channels and people as the search box reads them. */
export const searchNames = (state: State | undefined): SearchNames => ({
  channelName: (id) => channelById(state, id)?.name,
  userName: (id) => peopleOf(state).get(id)?.full_name,
})

/** Finds a person by the whole name or e-mail address, else by the beginning of one name only. */
function personOf(people: readonly Person[], text: string): Person | undefined {
  const query = folded(text)
  const email = text.toLowerCase()
  const whole = people.find(
    ({ full_name, email: own, delivery_email: shown }) =>
      folded(full_name) === query || own.toLowerCase() === email || shown?.toLowerCase() === email,
  )
  if (whole) return whole
  const beginning = people.filter(
    (person) => person.is_active && (fitOf(query, folded(person.full_name)) ?? 3) < 3,
  )
  return beginning.length === 1 ? beginning[0] : undefined
}
