import type { Args } from '@tagma/contract/define.ts'
import type { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { limits } from '@tagma/contract/limits.ts'
import { mayAddSubscribers, mayReadChannel } from '@tagma/rules/channels.ts'
import { resolvePrincipals } from '#areas/users/require-principals.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { createChannels } from './create-channels.ts'
import { noteCreation } from './event-notices.ts'
import { announceChannels, tellNewSubscribers } from './notices.ts'
import { planChannels } from './plan-channels.ts'
import { findChannel } from './require-channel.ts'
import { subscribeUsers, type Subscribed } from './subscribe-users.ts'

export interface Joined {
  readonly subscribed: Subscribed
  /** Names of the channels left out, with `authorization_errors_fatal` false. */
  readonly unauthorized: readonly string[]
  readonly messagesSent: boolean
}

/**
 * Finds or creates the channels and subscribes the principals (POST /users/me/subscriptions). Everything is decided
 * before the first write; descriptions come with their HTML. With `authorization_errors_fatal` false, channels the
 * caller may not join are left out.
 */
export async function joinChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  { caller, allowsWebPublic }: { caller: UserRecord; allowsWebPublic: boolean },
  args: Args<typeof subscribe>,
  renderedDescriptions: ReadonlyMap<string, string>,
): Promise<Joined> {
  const users = await resolvePrincipals(tx.db, directory, caller, args.principals)
  const subscribesOthers = users.some((user) => user.id !== caller.id)
  const names = new Set<string>()
  for (const { name } of args.subscriptions) {
    if (names.has(name.toLowerCase())) throw badRequest(`Channel named twice: '${name}'`)
    names.add(name.toLowerCase())
  }
  const own = new Set(await subscribedChannelIds(tx.db, caller.id))

  const existing: ChannelRecord[] = []
  const unauthorized: string[] = []
  const unknown: typeof args.subscriptions = []
  for (const entry of args.subscriptions) {
    const channel = await findChannel(tx.db, directory, caller, entry.name)
    if (!channel) {
      unknown.push(entry)
      continue
    }
    const mayJoin =
      mayReadChannel(directory, caller, channel, own.has(channel.id)) &&
      (!subscribesOthers || mayAddSubscribers(directory, caller, channel))
    if (mayJoin) existing.push(channel)
    else unauthorized.push(channel.name)
  }
  const refuse = () => badRequest(`Unable to access channel (${unauthorized.join(', ')}).`)
  if (unauthorized.length > 0 && args.authorization_errors_fatal) throw refuse()
  const plan =
    unknown.length > 0 ? await planChannels(tx, directory, { caller, allowsWebPublic }, args) : undefined
  if (plan && subscribesOthers && !mayAddSubscribers(directory, caller, plan))
    throw badRequest('Insufficient permission')
  // A hidden channel may have this name. Only callers with the right to create the channel learn that.
  const fresh = unknown.filter(({ name }) => !directory.channelByName(name))
  unauthorized.push(...unknown.filter((entry) => !fresh.includes(entry)).map(({ name }) => name))
  if (unauthorized.length > 0 && args.authorization_errors_fatal) throw refuse()

  const created =
    plan && fresh.length > 0
      ? await createChannels(
          tx,
          directory,
          fresh.map(({ name, description = '' }) => ({
            ...plan,
            name,
            description,
            renderedDescription: must(
              renderedDescriptions.get(description),
              'the description of a new channel was not rendered',
            ),
          })),
        )
      : []
  const subscribed = await subscribeUsers(tx, directory, users, [...existing, ...created])
  const messagesSent = args.send_new_subscription_messages && (await tell(tx, directory, caller, subscribed))
  for (const channel of created) await noteCreation(tx, directory, caller, channel)
  if (args.announce) await announceChannels(tx, directory, caller, created)
  return { subscribed, unauthorized, messagesSent }
}

/** Sends the direct messages of a call unless they would be too many; returns whether it did. */
export async function tell(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { added }: Subscribed,
): Promise<boolean> {
  const others = [...added.keys()].filter((id) => id !== caller.id)
  if (others.length > limits.maxBulkNewSubscriptionMessages) return false
  await tellNewSubscribers(tx, directory, caller, added)
  return true
}
