import type { Conversation } from './conversations.ts'
import type { Known } from './known.ts'
import { peopleOf } from './people.ts'
import { remember } from './remember.ts'
import { selectConversations } from './selectors.ts'

/** The first steps of an organization, in the order in which they are offered. */
export const firstSteps = ['message', 'people', 'channels'] as const
export type FirstStep = (typeof firstSteps)[number]

/** The name under which a device remembers that a step is over. */
export const stepKey = (step: FirstStep) => `step ${step}`

/** Whether a message of one's own is in a channel. Echoes, whose ids are negative, are on no server yet. */
const hasWritten = remember((messages: Known['messages']['byId'], ownId: number | undefined): boolean => {
  for (const [id, { sender_id, stream_id }] of messages)
    if (id > 0 && sender_id === ownId && stream_id !== undefined) return true
  return false
})

/** Whether a step is over: it was taken on this device, or on another one, as its result tells. */
export const isTaken = (known: Known, step: FirstStep): boolean =>
  known.device.done.includes(stepKey(step)) ||
  (step === 'message' && hasWritten(known.messages.byId, known.state?.user_id)) ||
  (step === 'channels' &&
    known.state?.subscriptions?.some(({ creator_id }) => creator_id === known.state?.user_id) === true)

const days = 24 * 60 * 60_000

const isAlone = remember(
  (people: ReturnType<typeof peopleOf>) =>
    [...people.values()].filter(({ is_bot, is_active }) => is_active && !is_bot).length <= 1,
)

const hasUnread = remember((conversations: readonly Conversation[]) =>
  conversations.some(({ unread }) => unread > 0),
)

/** Whether the reader owns an organization that has nobody else yet, has read everything, and has not taken all first steps. */
export const hasFirstSteps = (known: Known): boolean =>
  known.state?.is_owner === true &&
  isAlone(peopleOf(known.state)) &&
  !hasUnread(selectConversations(known)) &&
  firstSteps.some((step) => !isTaken(known, step))

/** Whether the reader joined in the last two weeks. Hints are for them. `now`: milliseconds since 1970. */
export function isNewcomer({ state }: Known, now: number): boolean {
  const joined = Date.parse(peopleOf(state).get(state?.user_id ?? -1)?.date_joined ?? '')
  return now - joined < 14 * days
}
