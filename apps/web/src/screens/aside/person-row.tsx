import { timesFor } from '#parts/messages/times.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { StatusEmoji } from '#parts/status-emoji.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

interface PersonRowProps {
  readonly userId: number
  /** Whether it says more than the list of people does: the time where the person is. */
  readonly isDetailed?: boolean
}

/** Values of `user_list_style`. */
const compact = 1
const withPictures = 3

/** A person in the aside: presence, name and status as the reader's settings ask. Leads to the conversation with them. */
export function PersonRow({ userId, isDetailed = false }: PersonRowProps) {
  const person = useKnown(({ state }) => peopleOf(state).get(userId))
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const style = useKnown(({ state }) => state?.user_settings?.user_list_style ?? 2)
  const address = useKnown(({ state }) =>
    addressFor(
      state,
      viewOf({ channelId: undefined, topic: '', userIds: userId === ownId ? [] : [userId] }, ownId),
    ),
  )
  const kind = userId === ownId ? 'you' : person?.is_bot ? 'bot' : person?.is_guest ? 'guest' : undefined
  return (
    <li>
      <a class="aside-person" href={address}>
        <span class="aside-person-sign">
          {(isDetailed || style === withPictures) && <PersonAvatar person={person} size={1.75} />}
          <PresenceDot userId={userId} />
        </span>
        <span class="aside-row-text">
          <span class="aside-person-name">
            <span dir="auto">{person?.full_name ?? t('people.unknown')}</span>
            {kind && <span class="aside-kind">{t(`aside.${kind}`)}</span>}
            {style === compact && <StatusEmoji userId={userId} />}
          </span>
          {style !== compact && <Status userId={userId} />}
          {isDetailed && person && <LocalTime timeZone={person.timezone ?? ''} />}
        </span>
      </a>
    </li>
  )
}

function Status({ userId }: { readonly userId: number }) {
  const text = useKnown(({ state }) => state?.user_status?.[userId]?.status_text ?? '')
  const hasEmoji = useKnown(({ state }) => state?.user_status?.[userId]?.emoji_code !== undefined)
  if (text === '' && !hasEmoji) return null
  return (
    <span class="aside-soft" dir="auto">
      <StatusEmoji userId={userId} /> {text}
    </span>
  )
}

function LocalTime({ timeZone }: { readonly timeZone: string }) {
  const { clock } = useApp()
  const isTwentyFour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time ?? null)
  if (timeZone === '') return null
  const { time } = timesFor(locale(), timeZone, isTwentyFour)
  return <span class="aside-soft">{t('aside.local-time', { time: time(clock.now() / 1000) })}</span>
}
