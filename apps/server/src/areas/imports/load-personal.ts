import { limits } from '@tagma/contract/limits.ts'
import { statusText } from '@tagma/contract/objects/user-status.ts'
import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type {
  AlertWordRecord,
  Key,
  MutedPersonRecord,
  PersonalRecord,
  SnippetRecord,
  StatusRecord,
  TopicPolicyRecord,
} from '@tagma/importers/record.ts'
import { isEmojiCode } from '#areas/emoji/require-emoji.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import { importedTopic, shortened } from './imported-texts.ts'
import type { Links } from './links.ts'
import type { MappedIds } from './mapped-ids.ts'

interface Context {
  readonly ids: MappedIds
  readonly links: Links
  readonly directory: OrganizationDirectory
  readonly losses: Losses
}

/** Writes what people have set up for themselves, beside their settings. */
export async function loadPersonal(
  tx: Tx,
  records: readonly PersonalRecord[],
  context: Context,
): Promise<void> {
  const kinds = Object.groupBy(records, ({ t }) => t) as {
    readonly [T in PersonalRecord['t']]?: readonly Extract<PersonalRecord, { t: T }>[]
  }
  await insertImported(tx, 'user_topics', topicRows(kinds.topic_policy ?? [], context))
  await insertImported(tx, 'muted_users', mutedRows(kinds.muted_person ?? [], context))
  const words = wordRows(tx.organizationId, kinds.alert_word ?? [], context)
  await insertImported(tx, 'alert_words', words)
  for (const user of new Set(words.map(({ user_id }) => user_id))) tx.touch('alertWords', user)
  await insertImported(tx, 'saved_snippets', snippetRows(kinds.snippet ?? [], context))
  await insertImported(tx, 'user_statuses', statusRows(tx.organizationId, kinds.status ?? [], context))
}

/** Returns a function that tells whether a thing comes for the first time. */
function firstOf(losses: Losses, table: string) {
  const seen = new Set<string>()
  return (person: Key, ...parts: readonly (string | number)[]): boolean => {
    const name = JSON.stringify([person, ...parts])
    if (seen.has(name)) losses.drop(table, 'twice', 'state', person)
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst
  }
}

const ownPolicies: ReadonlySet<number> = new Set(
  Object.values(visibilityPolicies).filter((policy) => policy !== visibilityPolicies.inherit),
)

function topicRows(records: readonly TopicPolicyRecord[], { ids, losses }: Context) {
  const isFirst = firstOf(losses, 'topic_policies')
  return records.flatMap(({ person, channel, topic: wanted, policy, at }) => {
    const [user_id, channel_id] = [ids.users.get(person), ids.channels.get(channel)]
    const topic = importedTopic(wanted)
    losses.read('topic_policies')
    if (user_id === undefined || channel_id === undefined)
      losses.drop('topic_policies', 'person_or_channel_unknown', 'state', person)
    else if (!ownPolicies.has(policy)) losses.drop('topic_policies', 'no_policy_of_its_own', 'trace', person)
    else if (isFirst(person, channel_id, topicKey(topic)))
      return [
        {
          user_id,
          channel_id,
          topic_key: topicKey(topic),
          topic,
          visibility_policy: policy,
          updated_at: at,
        },
      ]
    return []
  })
}

function mutedRows(records: readonly MutedPersonRecord[], { ids, losses }: Context) {
  const isFirst = firstOf(losses, 'muted_people')
  return records.flatMap(({ person, muted, at }) => {
    const [user_id, muted_user_id] = [ids.users.get(person), ids.users.get(muted)]
    losses.read('muted_people')
    if (user_id === undefined || muted_user_id === undefined || user_id === muted_user_id)
      losses.drop('muted_people', 'nobody_else', 'state', person)
    else if (isFirst(person, muted_user_id)) return [{ user_id, muted_user_id, muted_at: at }]
    return []
  })
}

function wordRows(organization_id: number, records: readonly AlertWordRecord[], { ids, losses }: Context) {
  const isFirst = firstOf(losses, 'alert_words')
  const counts = new Map<Key, number>()
  return records.flatMap(({ person, word: given }) => {
    const user_id = ids.users.get(person)
    const word = given.trim()
    const key = word.toLowerCase()
    const count = counts.get(person) ?? 0
    losses.read('alert_words')
    if (user_id === undefined) losses.drop('alert_words', 'person_unknown', 'state', person)
    else if (word === '' || codePointLength(word) > limits.maxAlertWordLength)
      losses.drop('alert_words', 'empty_or_too_long', 'state', person)
    else if (count >= limits.maxAlertWords) losses.drop('alert_words', 'too_many', 'state', person)
    else if (isFirst(person, key)) {
      counts.set(person, count + 1)
      return [{ organization_id, user_id, key, word }]
    }
    return []
  })
}

function snippetRows(records: readonly SnippetRecord[], { ids, links, losses }: Context) {
  return records.flatMap(({ person, title: wanted, content: given, createdAt }) => {
    const user_id = ids.users.get(person)
    const title = [...wanted.trim()].slice(0, limits.maxSavedSnippetTitleLength).join('')
    const text = links.rewrite(given)
    const content = shortened(text)
    losses.read('snippets')
    if (user_id === undefined || title === '' || content.trim() === '') {
      losses.drop('snippets', 'empty', 'state', person)
      return []
    }
    if (title !== wanted.trim() || content !== text) losses.mend('snippets', 'too_long_cut', 'state', person)
    return [{ user_id, title, content, created_at: createdAt }]
  })
}

const emojiTypes = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const

function statusRows(
  organization_id: number,
  records: readonly StatusRecord[],
  { ids, directory, losses }: Context,
) {
  const isFirst = firstOf(losses, 'statuses')
  return records.flatMap(({ person, text: given, emoji: wanted }) => {
    const emoji = wanted && { ...wanted, code: ids.emojiCode(wanted) }
    const user_id = ids.users.get(person)
    const text = statusText.safeParse(given).data ?? ''
    const emoji_type = emojiTypes.find((type) => type === emoji?.type)
    const isKnown =
      emoji !== null && emoji_type !== undefined && isEmojiCode(directory, emoji.code, emoji_type)
    losses.read('statuses')
    if (emoji !== null && !isKnown) losses.mend('statuses', 'emoji_unknown', 'state', person)
    if (text === '' && given.trim() !== '') losses.mend('statuses', 'text_not_allowed', 'state', person)
    if (user_id === undefined || (text === '' && !isKnown)) losses.drop('statuses', 'empty', 'trace', person)
    else if (isFirst(person))
      return [
        {
          user_id,
          organization_id,
          text,
          emoji_name: isKnown ? emoji.name : '',
          emoji_code: isKnown ? emoji.code : '',
          emoji_type: isKnown ? emoji_type : '',
        },
      ]
    return []
  })
}
