import { ApiError } from '@tagma/client/api-error.ts'
import type { Client } from '@tagma/client/client.ts'
import type { Args } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import type { State } from '@tagma/sync/state.ts'
import { changeReason } from '#screens/organization/change-reason.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import type { World } from '../world.ts'

/** The world of the matrix, with what was made for it. */
export interface Given {
  readonly world: World
  readonly groupId: number
  /** The channel that reports go to: the owner and a moderator are in it. */
  readonly moderatorsId: number
}

interface Asking {
  readonly call: Client['call']
  /** Calls by the session of a browser. */
  readonly inBrowser: Client['call']
  readonly state: State
  /** A name that nothing else has, and a number. */
  readonly name: string
  readonly number: number
  readonly given: Given
}

/** Something that one does on a page: the page's decision, and how the server is asked to do it. */
export interface Row {
  readonly page: string
  readonly deed: string
  /** The roles that may, by the house's initial permissions. */
  readonly who: string
  /** The page's decision: undefined or true means that the control is there and can be used. */
  readonly decides: (state: State, given: Given) => string | undefined | boolean
  readonly asks: (asking: Asking) => Promise<unknown>
}

export const administrators = 'owner administrator'
export const members = 'owner administrator moderator member'
export const everybody = `${members} guest`

export const design = (state: State, { world }: Given): Channel => channelById(state, world.channels.design)!
export const personIn = (state: State, id: number) => peopleOf(state).get(id)!
export const letters = (state: State, { groupId }: Given) =>
  state.realm_user_groups!.find(({ id }) => id === groupId)!
export const groupNamed = (state: State, name: string) =>
  state.realm_user_groups!.find((group) => group.name === name)!.id

/** Returns one of two groups of members that a permission does not have now. */
export const anotherGroup = (state: State, value: unknown) => {
  const all = groupNamed(state, 'role:members')
  return value === all ? groupNamed(state, 'role:fullmembers') : all
}
/** Makes a row of the organization's pages: what administrators may change. */
export const organizationRow = (
  page: string,
  deed: string,
  asks: Row['asks'],
  name?: Parameters<typeof changeReason>[1],
): Row => ({
  page,
  deed,
  who: administrators,
  decides: (state) => changeReason(state, name),
  asks,
})

type Newest = Pick<Args<typeof getMessages>, 'anchor' | 'narrow' | 'num_after' | 'num_before'>

/** Arguments that ask for the newest message of a channel. */
export const narrowOf = (operand: number): Newest => ({
  anchor: 'newest',
  num_before: 1,
  num_after: 0,
  narrow: [{ operator: 'channel', operand }],
})

/** Throws a refusal where there is nothing to read. */
export const notEmpty = ({ messages }: { readonly messages: readonly unknown[] }) => {
  if (messages.length === 0) throw new ApiError(400, { code: 'BAD_REQUEST', msg: 'There is nothing to read' })
}
