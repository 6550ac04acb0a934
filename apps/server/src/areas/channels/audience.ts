import { mayKnowChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#model/audience.ts'
import type { ChannelRecord } from '#model/records.ts'

/** Everybody who may know of a channel without being subscribed. */
export function audienceOutside(directory: OrganizationDirectory, channel: ChannelRecord): Audience {
  const { channels: _subscribers, ...outside } = audienceKnowing(directory, channel)
  return outside
}

/** Everybody who may know of a channel. The store adds its subscribers to the audience. */
export function audienceKnowing(directory: OrganizationDirectory, channel: ChannelRecord): Audience {
  if (channel.isWebPublic) return { everyone: true }
  if (!channel.isPrivate) return { members: true, channels: [channel.id] }
  const users = [...directory.users.values()]
    .filter((user) => user.isActive && mayKnowChannel(directory, user, channel, false))
    .map((user) => user.id)
  return { users, channels: [channel.id] }
}
