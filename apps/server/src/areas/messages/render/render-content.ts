import { escapeLiteral } from '@tagma/markdown/html.ts'
import { noLookups } from '@tagma/markdown/lookups.ts'
import type {
  LinkedPage,
  LinkedTopic,
  Lookups,
  MentionableGroup,
  MentionableUser,
} from '@tagma/markdown/lookups.ts'
import { render, type Rendered } from '@tagma/markdown/render.ts'
import { type References, scan } from '@tagma/markdown/scan.ts'
import { hasSharedHistory, mayKnowChannel, mayReadChannel } from '@tagma/rules/channels.ts'
import { linkifiersOf } from '#areas/linkifiers/compiled-linkifiers.ts'
import { findMedia } from '#areas/uploads/find-media.ts'
import { sightOf } from '#areas/users/visibility.ts'
import type { Uses } from '#call/services.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { newestInTopics, newestReceivedInTopics } from '#store/messages/conversations.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'
import { pagesWithPreviews } from './pages-with-previews.ts'

// Renders Markdown as one user sees the organization. The dialect is in `@tagma/markdown`, which knows no database.
// This file finds the names in a text (`scan`), looks them up with the sender's rights, and hands them to `render`.
//
// - `renderContent`: a message, with mentions, links, media and alert words.
// - `renderDescription`, `renderDescriptions`: text without mentions and previews. They ask no database.
//
// Invariants:
// - The name of a channel or person hidden from the sender stays text, so the HTML does not reveal them. All readers
//   get the same HTML.
// - Nobody mentions system bots.
// - The HTML has at most `longestHtml` letters. A longer one is replaced by the text as typed; its facts stay.
// - `facts` are not permissions. Callers check the right to mention groups (`group-mention-problem.ts`) and everybody
//   (`require-wildcard-right.ts`), and which linked uploads the sender may share (`claim-attachments.ts`).
// - The HTML holds names as they are now. A later rename does not change it.
//
// Cost: grows linearly with the text, whose length the caller has limited (`requireContent`). At most one query each
// for mentioned users, named channels and linked uploads, and one more for each channel with links to topics. A text
// without names asks no database.
//
// Never call it inside a transaction: it may load libraries (mathematics, highlighting), the lane would wait, and a
// body can run again. Render before. Notices made inside a transaction are built from names instead (`send/notice.ts`).

/** Most letters of a message's HTML. Formulas and emoji can become seventy times as long as typed. */
const longestHtml = 200_000

const asTyped = (content: string) => `<p>${escapeLiteral(content).replaceAll('\n', '<br>\n')}</p>`

/** Services that rendering needs. */
export type RenderServices = Uses<'db' | 'config' | 'externalMedia'>

interface RenderOptions {
  /** Without it, links to topics name no message. */
  readonly permalinks?: boolean
  /** Pages whose links get previews. */
  readonly pages?: readonly LinkedPage[]
}

/** Renders a message as its sender sees the organization. */
export async function renderContent(
  { config, data: { db }, outside: { externalMedia } }: RenderServices,
  directory: OrganizationDirectory,
  sender: UserRecord,
  content: string,
  { permalinks = true, pages = [] }: RenderOptions = {},
): Promise<Rendered> {
  const wanted = scan(content)
  const { settings } = directory.organization
  const channels = await findChannels(db, directory, sender, wanted.channelNames)
  const lookups: Lookups = {
    users: await findUsers(db, directory, sender, wanted.userNames, wanted.userIds),
    groups: findGroups(directory, wanted.groupNames),
    channels: channels.map(({ channel: { id, name } }) => ({ id, name })),
    topics: permalinks ? await findTopics(db, directory, sender, channels, wanted.topics) : [],
    emoji: wanted.emojiNames.flatMap((name) => {
      const emoji = directory.emojiByName(name)
      return emoji ? [{ name, url: emoji.sourceUrl }] : []
    }),
    pages,
    media: await findMedia(db, directory.organization.id, wanted.uploadPathIds),
    alertWords: directory.alertWords,
    linkifiers: linkifiersOf(directory),
    options: {
      ...noLookups.options,
      organizationUrl: organizationUrl(config, directory.organization),
      emptyTopicName,
      translateEmoticons: settingOf(sender, 'translate_emoticons'),
      imagePreviews: settings.inline_image_preview,
      externalMediaUrl: externalMedia ? (address) => externalMedia.pathFor(address) : null,
      defaultCodeLanguage: settings.default_code_block_language,
    },
  }
  const rendered = await render(content, lookups)
  const makesPreviews = config.makesLinkPreviews && externalMedia !== undefined
  const wantsPreviews = makesPreviews && settings.inline_url_embed_preview && !isSystemBot(sender)
  const isWanted = pagesWithPreviews(settings.domains_without_previews)
  const pageUrls = wantsPreviews ? rendered.facts.pageUrls.filter(isWanted) : []
  const facts = { ...rendered.facts, pageUrls }
  return { ...rendered, facts, html: rendered.html.length > longestHtml ? asTyped(content) : rendered.html }
}

/** Renders a description, without mentions and previews. */
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

async function findUsers(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  names: readonly string[],
  ids: readonly number[],
): Promise<MentionableUser[]> {
  if (names.length === 0 && ids.length === 0) return []
  const sees = await sightOf(db, directory, sender)
  const wanted = new Set([
    ...ids.flatMap((id) => directory.users.get(id) ?? []),
    ...names.flatMap((name) => [...directory.usersByName(name)]),
  ])
  return [...wanted]
    .filter((user) => !isSystemBot(user) && sees(user))
    .toSorted((a, b) => a.id - b.id)
    .map((user) => ({ id: user.id, name: user.fullName, active: user.isActive }))
}

function findGroups(directory: OrganizationDirectory, names: readonly string[]): MentionableGroup[] {
  return names.flatMap((name) => {
    const group = directory.groupByName(name)
    return group ? [{ id: group.id, name: group.name, label: group.name, active: !group.isDeactivated }] : []
  })
}

/** A channel that the sender may know, and whether they are subscribed. */
interface KnownChannel {
  readonly channel: ChannelRecord
  readonly isSubscribed: boolean
}

async function findChannels(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  names: readonly string[],
): Promise<KnownChannel[]> {
  if (names.length === 0) return []
  const subscribed = new Set(await subscribedChannelIds(db, sender.id))
  return names.flatMap((name) => {
    const channel = directory.channelByName(name)
    if (!channel) return []
    const isSubscribed = subscribed.has(channel.id)
    return mayKnowChannel(directory, sender, channel, isSubscribed) ? [{ channel, isSubscribed }] : []
  })
}

/** Finds the newest message of each topic that the sender may read. Links use it to find topics that have moved. */
async function findTopics(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  channels: readonly KnownChannel[],
  topics: References['topics'],
): Promise<LinkedTopic[]> {
  const found: LinkedTopic[] = []
  for (const { channel, isSubscribed } of channels) {
    const names = topics.flatMap(({ channelName, topic }) => (channelName === channel.name ? [topic] : []))
    if (names.length === 0 || !mayReadChannel(directory, sender, channel, isSubscribed)) continue
    const newest = hasSharedHistory(channel)
      ? await newestInTopics(db, channel.id, names)
      : await newestReceivedInTopics(db, sender.id, channel.id, names)
    for (const { name, max_id } of newest)
      found.push({ channelId: channel.id, topic: name, latestMessageId: max_id })
  }
  return found
}
