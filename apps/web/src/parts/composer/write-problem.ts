import { can } from '@tagma/rules/can.ts'
import { mayPost } from '@tagma/rules/channels.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'

/** Returns why one cannot write to a conversation, as a sentence, or undefined. */
export function writeProblem(state: State | undefined, to: Destination): string | undefined {
  if (!state) return undefined
  return to.kind === 'people' ? peopleProblem(state, to.userIds) : channelProblem(state, to.channelId)
}

function channelProblem(state: State, channelId: number): string | undefined {
  const channel = channelById(state, channelId)
  if (!channel) return t('compose.no-channel')
  if (channel.is_archived) return t('compose.archived')
  const writer = personOf(state, state.user_id ?? 0)
  if (mayPost(organizationOf(state), writer, ruledChannel(channel))) return undefined
  const who = whoMay(state, channel.can_send_message_group)
  return who === undefined ? t('compose.nobody-may') : t('compose.only-may', { who })
}

function peopleProblem(state: State, userIds: readonly number[]): string | undefined {
  const people = peopleOf(state)
  if (userIds.some((id) => people.get(id)?.is_active === false)) return t('compose.deactivated')
  // Notes to oneself and talks with bots need no permission.
  const others = userIds.filter((id) => people.get(id)?.is_bot === false)
  const organization = organizationOf(state)
  const mayTalk = (id: number) => can(organization, personOf(state, id), 'direct_message_permission_group')
  if (others.length === 0) return undefined
  const { settings } = organization.organization
  const ownId = state.user_id ?? 0
  if (!mayTalk(ownId) && !others.some(mayTalk)) {
    const who = whoMay(state, settings.direct_message_permission_group)
    return who === undefined ? t('compose.no-direct') : t('compose.direct-only', { who })
  }
  const mayBegin = can(organization, personOf(state, ownId), 'direct_message_initiator_group')
  if (mayBegin || hasBegun(state, userIds)) return undefined
  const who = whoMay(state, settings.direct_message_initiator_group)
  return who === undefined ? t('compose.direct-nobody-begins') : t('compose.direct-begun-by', { who })
}

/** Whether somebody has written to these people together already. */
function hasBegun({ recent_private_conversations: recent = [], user_id }: State, userIds: readonly number[]) {
  const keyOf = (ids: readonly number[]) =>
    ids
      .filter((id) => id !== user_id)
      .toSorted((a, b) => a - b)
      .join()
  return recent.some(({ user_ids }) => keyOf(user_ids) === keyOf(userIds))
}
