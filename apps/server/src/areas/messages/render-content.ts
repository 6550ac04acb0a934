import { noLookups } from '@tagma/markdown/lookups.ts'
import type { LinkableChannel, Lookups, MentionableGroup, MentionableUser } from '@tagma/markdown/lookups.ts'
import { render, type Rendered } from '@tagma/markdown/render.ts'
import { scan } from '@tagma/markdown/scan.ts'
import { mayKnowChannel } from '#areas/channels/rules.ts'
import { linkifiersOf } from '#areas/linkifiers/compiled-linkifiers.ts'
import { findMedia } from '#areas/uploads/find-media.ts'
import { isSystemBot } from '#areas/users/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Db } from '#store/db.ts'

/** What the empty topic is called for clients that do not know it. */
export const emptyTopicName = 'general chat'

/** Renders a message as its sender would see it. `organizationUrl` is the root that links become relative to. */
export async function renderContent(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  content: string,
  organizationUrl: string,
): Promise<Rendered> {
  const wanted = scan(content)
  const lookups: Lookups = {
    ...noLookups,
    users: findUsers(directory, wanted.userNames, wanted.userIds),
    groups: findGroups(directory, wanted.groupNames),
    channels: findChannels(directory, sender, wanted.channelNames),
    emoji: wanted.emojiNames.flatMap((name) => {
      const emoji = directory.emojiByName(name)
      return emoji ? [{ name, url: emoji.sourceUrl }] : []
    }),
    media: await findMedia(db, directory.organization.id, wanted.uploadPathIds),
    alertWords: directory.alertWords,
    linkifiers: linkifiersOf(directory),
    options: { ...noLookups.options, organizationUrl, emptyTopicName },
  }
  return render(content, lookups)
}

/** Renders a description: no mentions, no previews. */
export async function renderDescription(directory: OrganizationDirectory, text: string): Promise<string> {
  if (text === '') return ''
  const lookups = {
    ...noLookups,
    linkifiers: linkifiersOf(directory),
    options: { ...noLookups.options, imagePreviews: false },
  }
  return (await render(text, lookups)).html
}

/** Renders several descriptions; the result is keyed by the text. */
export async function renderDescriptions(
  directory: OrganizationDirectory,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const rendered = new Map<string, string>()
  for (const text of new Set(texts)) rendered.set(text, await renderDescription(directory, text))
  return rendered
}

function findUsers(
  directory: OrganizationDirectory,
  names: readonly string[],
  ids: readonly number[],
): MentionableUser[] {
  if (names.length === 0 && ids.length === 0) return []
  const keys = new Set(names.map((name) => name.toLowerCase()))
  const wantedIds = new Set(ids)
  const found: MentionableUser[] = []
  for (const user of directory.users.values()) {
    if ((wantedIds.has(user.id) || keys.has(user.fullName.toLowerCase())) && !isSystemBot(user)) {
      found.push({ id: user.id, name: user.fullName, active: user.isActive })
    }
  }
  return found
}

function findGroups(directory: OrganizationDirectory, names: readonly string[]): MentionableGroup[] {
  return names.flatMap((name) => {
    const group = directory.groupByName(name)
    return group ? [{ id: group.id, name: group.name, label: group.name, active: !group.isDeactivated }] : []
  })
}

function findChannels(
  directory: OrganizationDirectory,
  sender: UserRecord,
  names: readonly string[],
): LinkableChannel[] {
  return names.flatMap((name) => {
    const channel = directory.channelByName(name)
    return channel && mayKnowChannel(directory, sender, channel, false)
      ? [{ id: channel.id, name: channel.name }]
      : []
  })
}
