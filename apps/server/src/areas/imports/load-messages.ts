import type { Losses } from '@tagma/importers/losses.ts'
import type { MessageRecord, Place } from '@tagma/importers/record.ts'
import { emojiCode, emojiName } from '@tagma/markdown/emoji-names.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import { renderContent, type RenderServices } from '#areas/messages/render/render-content.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { type HistoryEntry, keptHistory } from '#model/history-entry.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { directConversation, topicConversation } from '#store/messages/conversations.ts'
import { flagBits } from '#store/messages/message-flags.ts'
import { packRendered } from '#store/messages/packed-rendering.ts'
import { insertImported, setNewestMessages } from '#store/organization/imports.ts'
import { importedChanges } from './imported-changes.ts'
import { importedTopic, shortened } from './imported-texts.ts'
import type { Links } from './links.ts'
import { linkUploads } from './load-uploads.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { ImportPlan } from './plan-import.ts'

const bit = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)

/** An emoji of a reaction. */
type Emoji = Pick<MessageRecord['reactions'][number], 'type' | 'code' | 'name'>

/** A message as it may be here. */
interface MendedMessage {
  readonly content: string
  readonly sentAt: number
  readonly sender: UserRecord
  readonly changes: readonly HistoryEntry[]
}

/** A message that is ready to be written. */
export interface PreparedMessage {
  readonly record: MessageRecord
  readonly content: string
  readonly sentAt: number
  readonly rendered: Rendered
  /** The newest first. */
  readonly history: readonly HistoryEntry[]
}

/** Messages before the year 2000 or after tomorrow get the time of their neighbour. */
const earliest = Date.UTC(2000, 0) / 1000
const daySeconds = 24 * 3600

/** Writes messages in the order of their keys, a chunk in each transaction. */
export class MessageLoader {
  readonly #services: RenderServices
  readonly #directory: OrganizationDirectory
  readonly #ids: MappedIds
  readonly #links: Links
  readonly #plan: ImportPlan
  readonly #losses: Losses
  /** Ids of conversations by their places. */
  readonly #conversations = new Map<string, number>()
  #lastSent = earliest

  constructor(
    services: RenderServices,
    directory: OrganizationDirectory,
    names: { readonly ids: MappedIds; readonly links: Links },
    plan: ImportPlan,
    losses: Losses,
  ) {
    this.#services = services
    this.#directory = directory
    this.#ids = names.ids
    this.#links = names.links
    this.#plan = plan
    this.#losses = losses
  }

  /** Mends what a message may not be here, and renders it; undefined for one that has no place here. */
  async prepare(record: MessageRecord, now: number): Promise<PreparedMessage | undefined> {
    const mended = this.mend(record, now)
    if (!mended) return undefined
    const { content, sentAt, sender, changes } = mended
    const render = (text: string) => renderContent(this.#services, this.#directory, sender, text)
    const rendered = await render(content)
    const history = []
    for (const change of changes) {
      const { prev_content: former } = change
      history.push(
        former === undefined ? change : { ...change, prev_rendered_content: (await render(former)).html },
      )
    }
    return { record, content, sentAt, rendered, history: keptHistory(history) }
  }

  /** Mends a message, and counts what had to be mended: also of messages that an earlier run has written. */
  mend(record: MessageRecord, now: number): MendedMessage | undefined {
    const senderId = this.#ids.users.get(record.sender)
    const sender = senderId === undefined ? undefined : this.#directory.users.get(senderId)
    if (!sender) {
      this.#losses.drop('messages', 'sender_unknown', 'content', record.key)
      return undefined
    }
    let { sentAt } = record
    const text = this.#links.rewrite(record.content)
    const content = shortened(text)
    if (content !== text) this.#losses.mend('messages', 'too_long_cut', 'content', record.key)
    if (sentAt < earliest || sentAt > now + daySeconds) {
      this.#losses.mend('messages', 'time_impossible', 'content', record.key)
      sentAt = this.#lastSent
    }
    this.#lastSent = sentAt
    const changes = importedChanges(record, { ids: this.#ids, links: this.#links }, this.#losses)
    const unknown = record.reactions.filter((reaction) => !this.#emojiOf(reaction)).length
    if (unknown > 0) this.#losses.drop('zerver_reaction', 'emoji_unknown', 'content', record.key, unknown)
    return { content, sentAt, sender, changes }
  }

  async write(tx: Tx, chunk: readonly PreparedMessage[]): Promise<void> {
    const rows = []
    const flags = []
    const reactions = []
    const widgets = []
    const sharing = []
    const newest = new Map<number, { message: number; topic: string }>()
    for (const { record, content, sentAt, rendered, history } of chunk) {
      const id = must(this.#plan.messages.of(record.key), 'a message of the plan has no id')
      const { place } = record
      const channelId = 'channel' in place ? (this.#ids.channels.get(place.channel) ?? 0) : 0
      const conversation_id = await this.#conversationOf(tx, place, channelId)
      const sender_id = must(this.#ids.users.get(record.sender), 'the sender was found before')
      newest.set(conversation_id, { message: id, topic: 'topic' in place ? importedTopic(place.topic) : '' })
      rows.push({
        id,
        organization_id: tx.organizationId,
        conversation_id,
        channel_id: channelId,
        sender_id,
        client: record.client,
        content,
        rendered: packRendered(content, rendered.html),
        sent_at: sentAt,
        edited_at: record.editedAt,
        moved_at: record.movedAt,
        is_me_message: bit(rendered.facts.isMeMessage),
        has_link: bit(rendered.facts.hasLink),
        has_image: bit(rendered.facts.hasImage),
        has_attachment: bit(record.uploads.length > 0),
        edit_history: history.length === 0 ? null : JSON.stringify(history),
      })
      if (rendered.widget)
        widgets.push({
          message_id: id,
          sender_id,
          msg_type: 'widget',
          content: JSON.stringify(rendered.widget),
        })
      for (const [person, names] of record.flags) {
        const user_id = this.#ids.users.get(person)
        if (user_id !== undefined)
          flags.push({
            user_id,
            message_id: id,
            flags: names.reduce((bits, name) => bits | flagBits[name], 0),
          })
      }
      if (record.uploads.length > 0) sharing.push({ id, uploads: record.uploads })
      for (const reaction of record.reactions) {
        const user_id = this.#ids.users.get(reaction.person)
        const emoji = this.#emojiOf(reaction)
        if (user_id !== undefined && emoji) reactions.push({ message_id: id, user_id, ...emoji })
      }
    }
    await insertImported(tx, 'messages', rows)
    await insertImported(tx, 'message_flags', flags)
    await insertImported(tx, 'reactions', reactions)
    await insertImported(tx, 'submessages', widgets)
    await linkUploads(tx, this.#plan.uploads, sharing)
    await setNewestMessages(tx, newest)
  }

  /**
   * Returns an emoji as it is here; undefined for one that is not there, such as one whose picture could not be kept. Other
   * services call Unicode's emoji by other names.
   */
  #emojiOf({ type, code, name }: Emoji): Emoji | undefined {
    if (type === 'unicode_emoji') {
      const own = emojiCode(name) === code ? name : emojiName(code)
      return own === undefined ? undefined : { type, code, name: own }
    }
    if (type !== 'realm_emoji') return { type, code, name }
    const id = this.#ids.emojiCode({ type, code })
    const custom = this.#directory.emoji.get(Number(id))
    return custom && { type, code: id, name: custom.name }
  }

  /** Returns the id of a conversation, which is made with its first message. */
  async #conversationOf(tx: Tx, place: Place, channelId: number): Promise<number> {
    const people = 'people' in place ? place.people.flatMap((key) => this.#ids.users.get(key) ?? []) : []
    const topic = 'topic' in place ? importedTopic(place.topic) : ''
    const key = channelId === 0 ? people.join(',') : `${channelId} ${topic.toLowerCase()}`
    let id = this.#conversations.get(key)
    if (id === undefined) {
      id =
        channelId === 0
          ? await directConversation(tx, people)
          : (await topicConversation(tx, channelId, topic)).id
      this.#conversations.set(key, id)
    }
    return id
  }
}
