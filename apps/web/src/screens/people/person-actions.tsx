import { AtSign, BellOff, Bell, MessageSquare, Search } from 'lucide'
import { setMuted } from '#actions/mute-person.ts'
import { Icon } from '#parts/icon.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { mentionOf } from '#state/mention-of.ts'
import type { Person } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface PersonActionsProps {
  readonly person: Person
  /** Puts a mention into the box of the open conversation. */
  readonly onMention?: ((text: string) => void) | undefined
  /** Called when something was chosen. */
  readonly onDone?: () => void
}

/** Buttons to write to somebody, mention them, find what they wrote, and mute them. */
export function PersonActions({ person, onMention, onDone }: PersonActionsProps) {
  const app = useApp()
  const { user_id: userId, is_active } = person
  const state = useKnown((known) => known.state)
  const isOwn = userId === state?.user_id
  const isMuted = useKnown((known) => known.state?.muted_users?.some(({ id }) => id === userId) === true)
  const talk = addressFor(
    state,
    viewOf({ channelId: undefined, topic: '', userIds: [userId] }, state?.user_id ?? -1),
  )
  const sent = addressFor(state, { kind: 'search', terms: [{ operator: 'sender', operand: userId }] })
  return (
    <div class="person-actions">
      <a class="button button-main" href={talk} onClick={onDone}>
        <Icon of={MessageSquare} size={1} />
        {t(isOwn ? 'person.notes' : 'person.message')}
      </a>
      {onMention && is_active && (
        <button
          type="button"
          class="button"
          onClick={() => {
            onDone?.()
            onMention(`${mentionOf(state, userId)} `)
          }}
        >
          <Icon of={AtSign} size={1} />
          {t('person.mention')}
        </button>
      )}
      <a class="button" href={sent} onClick={onDone}>
        <Icon of={Search} size={1} />
        {t('person.sent')}
      </a>
      {!isOwn && (
        <button type="button" class="button" onClick={() => void setMuted(app, userId, !isMuted)}>
          <Icon of={isMuted ? Bell : BellOff} size={1} />
          {t(isMuted ? 'person.unmute' : 'person.mute')}
        </button>
      )}
    </div>
  )
}
