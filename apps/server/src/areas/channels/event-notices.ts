import type { TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { escapeLiteral } from '@tagma/markdown/html.ts'
import { isSameSetting, presentGroupSetting } from '#areas/groups/require-group-setting.ts'
import { person, type Piece, say } from '#areas/messages/send/notice.ts'
import { postNoticeIn } from '#areas/messages/send/post-notice.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

// Notices in a channel about the channel itself, if the organization wants them (`send_channel_events_messages`). They
// consist of names and of descriptions that are already rendered.

const topic = 'channel events'

/** Notes in a new channel who made it. */
export async function noteCreation(
  tx: Tx,
  directory: OrganizationDirectory,
  actor: UserRecord,
  channel: ChannelRecord,
): Promise<void> {
  const made = sentence(person(actor), ' created this channel, which is ', bold(kindOf(channel)), '.')
  const described = channel.description === '' ? [] : [sentence('Description:'), quote(channel)]
  await note(tx, directory, actor, channel, [made, ...described])
}

/** Notes in a channel each change that matters to its subscribers, one notice each. */
export async function noteChanges(
  tx: Tx,
  directory: OrganizationDirectory,
  actor: UserRecord,
  before: ChannelRecord,
  after: ChannelRecord,
): Promise<void> {
  if (!directory.organization.settings.send_channel_events_messages) return
  // Nobody should have to open a channel to read that it is archived.
  const isRead = after.isArchived && !before.isArchived
  for (const blocks of changesBetween(directory, person(actor), before, after))
    await note(tx, directory, actor, after, blocks, isRead)
}

async function note(
  tx: Tx,
  directory: OrganizationDirectory,
  actor: UserRecord,
  channel: ChannelRecord,
  blocks: readonly Piece[],
  isRead = false,
): Promise<void> {
  if (!directory.organization.settings.send_channel_events_messages) return
  const { text, html } = join(blocks, '\n\n', '\n')
  await postNoticeIn(tx, directory, channel, topic, say(actor, text, html), isRead ? new Set() : undefined)
}

function* changesBetween(
  directory: OrganizationDirectory,
  who: Piece,
  before: ChannelRecord,
  after: ChannelRecord,
): Iterable<Piece[]> {
  const turned = (what: string, old: string, now: string) => [
    sentence(who, ` changed ${what} of this channel from `, bold(old), ' to ', bold(now), '.'),
  ]
  if (before.isArchived && !after.isArchived) yield [sentence(who, ' brought this channel back.')]
  if (kindOf(before) !== kindOf(after)) yield turned('the privacy', kindOf(before), kindOf(after))
  if (before.description !== after.description)
    yield [
      sentence(who, ' changed the description of this channel.'),
      sentence('Before:'),
      quote(before),
      sentence('Now:'),
      quote(after),
    ]
  if (before.messageRetentionDays !== after.messageRetentionDays)
    yield turned('the message retention', retention(directory, before), retention(directory, after))
  if (before.topicsPolicy !== after.topicsPolicy)
    yield turned('the topics policy', topicsPolicies[before.topicsPolicy], topicsPolicies[after.topicsPolicy])
  const [may, mayNow] = [before.settings.can_send_message_group, after.settings.can_send_message_group]
  if (!isSameSetting(may, mayNow))
    yield [
      sentence(who, ' changed who may post in this channel.'),
      list(line('Before: ', whoIn(directory, may)), line('Now: ', whoIn(directory, mayNow))),
    ]
  if (before.name !== after.name)
    yield [sentence(who, ' renamed this channel from ', bold(before.name), ' to ', bold(after.name), '.')]
  if (!before.isArchived && after.isArchived) yield [sentence(who, ' archived this channel.')]
}

const topicsPolicies: Readonly<Record<TopicsPolicy, string>> = {
  inherit: 'as in the organization',
  allow_empty_topic: 'messages may go without a topic',
  disable_empty_topic: 'every message has a topic',
  empty_topic_only: 'no message has a topic',
}

function kindOf({ isPrivate, isWebPublic, historyPublic }: ChannelRecord): string {
  if (isWebPublic) return 'web-public'
  if (!isPrivate) return 'public'
  return historyPublic ? 'private with shared history' : 'private with protected history'
}

function retention(directory: OrganizationDirectory, { messageRetentionDays: own }: ChannelRecord): string {
  const days = own ?? directory.organization.settings.message_retention_days
  const time = days === -1 ? 'for ever' : days === 1 ? '1 day' : `${days} days`
  return own === null ? `as in the organization (${time})` : time
}

function whoIn(directory: OrganizationDirectory, setting: GroupSetting): Piece {
  const shown = presentGroupSetting(directory, setting)
  const { direct_members: userIds, direct_subgroups: groupIds } =
    typeof shown === 'number' ? { direct_members: [], direct_subgroups: [shown] } : shown
  const groups = groupIds.flatMap((id) => directory.groups.get(id) ?? [])
  const users = userIds.flatMap((id) => directory.users.get(id) ?? [])
  const named = [
    ...groups.map(({ id, name }) => ({
      text: `@_*${name}*`,
      html: `<span class="user-group-mention silent" data-user-group-id="${id}">${escapeLiteral(name)}</span>`,
    })),
    ...users.map(person),
  ]
  return named.length === 0 ? line('nobody') : join(named, ', ')
}

// A notice's Markdown beside its HTML.

const join = (pieces: readonly Piece[], inText: string, inHtml = inText): Piece => ({
  text: pieces.map(({ text }) => text).join(inText),
  html: pieces.map(({ html }) => html).join(inHtml),
})

const plain = (part: string | Piece): Piece =>
  typeof part === 'string' ? { text: part, html: escapeLiteral(part) } : part

const line = (...parts: readonly (string | Piece)[]) => join(parts.map(plain), '')

function sentence(...parts: readonly (string | Piece)[]): Piece {
  const { text, html } = line(...parts)
  return { text, html: `<p>${html}</p>` }
}

const bold = (text: string): Piece => ({
  text: `**${text}**`,
  html: `<strong>${escapeLiteral(text)}</strong>`,
})

const list = (...items: readonly Piece[]): Piece => ({
  text: items.map(({ text }) => `* ${text}`).join('\n'),
  html: `<ul>\n${items.map(({ html }) => `<li>${html}</li>\n`).join('')}</ul>`,
})

/** Quotes a channel's description, with a fence longer than any fence inside. */
function quote({ description, renderedDescription }: ChannelRecord): Piece {
  // oxlint-disable-next-line tagma/spoken-words -- a message, which everybody reads in one language
  if (description === '') return sentence({ text: '*none*', html: '<em>none</em>' })
  const longest = Math.max(3, ...[...description.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return {
    text: `${fence} quote\n${description}\n${fence}`,
    html: `<blockquote>\n${renderedDescription}\n</blockquote>`,
  }
}
