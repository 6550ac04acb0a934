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
  firstSteps.some((step) => !known.device.done.includes(stepKey(step)))

/** Whether the reader joined in the last two weeks. Hints are for them. `now`: milliseconds since 1970. */
export function isNewcomer({ state }: Known, now: number): boolean {
  const joined = Date.parse(peopleOf(state).get(state?.user_id ?? -1)?.date_joined ?? '')
  return now - joined < 14 * days
}
