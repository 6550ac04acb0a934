import type { Message } from '@tagma/sync/messages/message.ts'
import { useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { type ReactionGroup, reactionGroups } from '#parts/messages/reaction-groups.ts'
import { EmojiSign } from '#parts/messages/reactions.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { PeopleList } from './people-list.tsx'

interface ReactionsDialogProps {
  readonly message: Message
  /** The index of the reaction to show first, among those of the message. */
  readonly place: number
  readonly reader: Reader
  readonly onClose: () => void
}

const keyOf = ({ type, code }: ReactionGroup) => `${type} ${code}`

/** Shows who reacted to a message, and with which emoji. */
export function ReactionsDialog({ message, place, reader, onClose }: ReactionsDialogProps) {
  const { reactions } = useKnown(({ messages }) => messages.byId.get(message.id)) ?? message
  const groups = reactionGroups(reactions)
  const [first] = useState(() => groups[place] && keyOf(groups[place]))
  const isFirst = (group: ReactionGroup) => Number(keyOf(group) === first)
  return (
    <Dialog title={t('acting.who-reacted')} onClose={onClose}>
      {groups.length === 0 && <p>{t('acting.no-reactions')}</p>}
      {groups
        .toSorted((a, b) => isFirst(b) - isFirst(a))
        .map((group) => (
          <section key={keyOf(group)} class="reacted">
            <h3 class="reacted-head">
              <EmojiSign group={group} reader={reader} />
              {t('acting.reaction', { emoji: group.name.replaceAll('_', ' '), count: group.userIds.length })}
            </h3>
            <PeopleList ids={group.userIds} />
          </section>
        ))}
    </Dialog>
  )
}
