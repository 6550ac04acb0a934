import type { Args } from '@tagma/contract/define.ts'
import type { sendMessage as contract } from '@tagma/contract/endpoints/messages/send-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isNoTopic } from '#model/empty-topic-name.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { isBadTopic, requireTopic } from '../rules.ts'
import type { NamedPlace } from './foresee-sending.ts'
import { type Destination, resolveChannel, resolveParticipants } from './resolve-destination.ts'

type Arguments = Pick<Args<typeof contract>, 'type' | 'to' | 'topic' | 'subject'>

/** Finds the destination that a call names. Refuses those that are unknown to the sender. */
export async function namedDestination(
  tx: Tx,
  directory: OrganizationDirectory,
  sender: UserRecord,
  args: Arguments,
): Promise<Destination> {
  const to = recipientsOf(args)
  if (isDirect(args))
    return { kind: 'direct', users: await resolveParticipants(tx.db, directory, sender, to) }
  if (to.length !== 1 || to[0] === undefined) throw badRequest('Expected exactly one channel')
  const topic = requireTopic(topicOf(args))
  return {
    kind: 'channel',
    channel: await resolveChannel(tx, directory, sender, to[0]),
    topic: isNoTopic(topic) ? '' : topic,
    isReadable: true,
  }
}

const isDirect = ({ type }: Arguments) => type === 'direct' || type === 'private'
const topicOf = ({ topic, subject }: Arguments) => topic ?? subject ?? ''

function recipientsOf({ type, to }: Arguments): readonly (number | string)[] {
  if (Array.isArray(to)) return to
  return typeof to === 'string' && (type === 'direct' || type === 'private') ? to.split(',') : [to]
}

/** Finds the place that a call names, without asking who may send there; undefined if there is no such place. */
export function namedPlace(directory: OrganizationDirectory, args: Arguments): NamedPlace | undefined {
  const to = recipientsOf(args)
  if (isDirect(args)) {
    const users = to.map((one) =>
      typeof one === 'number' ? directory.users.get(one) : directory.userByEmail(one.trim()),
    )
    return { userIds: users.flatMap((user) => user?.id ?? []) }
  }
  const [named = ''] = to
  const channel =
    typeof named === 'number' ? directory.channels.get(named) : directory.channelByName(named.trim())
  const topic = topicOf(args)
  if (!channel || isBadTopic(topic)) return undefined
  return { channel, topic: isNoTopic(requireTopic(topic)) ? '' : requireTopic(topic) }
}
