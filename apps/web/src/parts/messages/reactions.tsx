import type { Message } from '@tagma/sync/messages/message.ts'
import { SmilePlus } from 'lucide'
import { Icon } from '#parts/icon.tsx'
import { characterOf } from '#state/emoji-character.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import type { MessageActs } from './message-acts.ts'
import { areNamed, reactionGroups, type ReactionGroup } from './reaction-groups.ts'
import type { Reader } from './reader.ts'

interface ReactionsProps {
  readonly message: Message
  readonly reader: Reader
  readonly acts: MessageActs
}

/** The reactions to a message, each a button that joins it or leaves it. */
export function Reactions({ message, reader, acts }: ReactionsProps) {
  if (message.reactions.length === 0) return null
  return (
    <div class="reactions" role="group" aria-label={t('message.reactions')}>
      {reactionGroups(message.reactions).map((group) => (
        <Reaction
          key={`${group.type} ${group.code}`}
          group={group}
          reader={reader}
          onToggle={() => !reader.isSpectator && acts.react(message, group)}
        />
      ))}
      {!reader.isSpectator && (
        <button
          type="button"
          class="reaction reaction-more"
          aria-label={t('message.react')}
          data-tip={t('message.react')}
          onClick={(event) => acts.chooseReaction(message, event.currentTarget)}
        >
          <Icon of={SmilePlus} size={1} />
        </button>
      )}
    </div>
  )
}

function Reaction({
  group,
  reader,
  onToggle,
}: {
  readonly group: ReactionGroup
  readonly reader: Reader
  readonly onToggle: () => void
}) {
  const isOwn = group.userIds.includes(reader.userId)
  const names = namesOf(group, reader)
  const isNamed = areNamed(group, reader.showsReactionNames)
  const label = t('message.reaction', { emoji: group.name.replaceAll('_', ' '), count: group.userIds.length })
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={isOwn}
      aria-label={isNamed ? `${label}, ${names}` : label}
      data-tip={`:${group.name}: ${names}`}
      onClick={onToggle}
    >
      <EmojiSign group={group} reader={reader} />
      <span class="reaction-who">{isNamed ? names : group.userIds.length}</span>
    </button>
  )
}

interface EmojiSignProps {
  readonly group: Pick<ReactionGroup, 'name' | 'code' | 'type'>
  readonly reader: Reader
}

/** The emoji of a reaction, as the reader sees emoji. */
export function EmojiSign({ group, reader }: EmojiSignProps) {
  if (reader.emojiForm === 'names') return <EmojiName group={group} />
  const character = group.type === 'unicode_emoji' ? characterOf(group.code) : undefined
  if (character !== undefined) return <span class="reaction-emoji">{character}</span>
  const url = reader.emojiUrlOf(group.code)
  if (url === undefined) return <EmojiName group={group} />
  return <img class="reaction-emoji" src={url} alt="" draggable={false} />
}

const EmojiName = ({ group }: Pick<EmojiSignProps, 'group'>) => <span>:{group.name}:</span>

/** One's own name comes first, and the others' in the order of reacting. */
function namesOf({ userIds }: ReactionGroup, reader: Reader): string {
  const others = userIds.filter((id) => id !== reader.userId)
  return listOf([
    ...(others.length < userIds.length ? [t('message.you')] : []),
    ...others.map((id) => reader.nameOf(id) ?? t('message.unknown-person')),
  ])
}
