import { roles } from '@tagma/contract/roles.ts'
import type { State } from '@tagma/sync/state.ts'
import { useEffect } from 'preact/hooks'
import { askPresence } from '#actions/ask-presence.ts'
import { timesFor } from '#parts/messages/times.ts'
import { characterOf } from '#state/emoji-character.ts'
import { emojiPicture } from '#state/emoji-picture.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { presenceText } from './presence-text.ts'
import { profileValues } from './profile-values.ts'

interface PersonFactsProps {
  readonly person: Person
  /** Whether only the fields are shown that belong to a summary. */
  readonly isSummary: boolean
}

/** The facts about somebody: role, whether they are there, their time, their address, and what they filled in. */
export function PersonFacts({ person, isSummary }: PersonFactsProps) {
  const app = useApp()
  const { clock } = app
  useEffect(() => void askPresence(app, person).catch(() => undefined), [app, person.user_id])
  const state = useKnown((known) => known.state)
  const now = clock.now()
  const owner = person.is_bot ? peopleOf(state).get(person.bot_owner_id ?? -1)?.full_name : undefined
  const facts: readonly (readonly [WordId, string | undefined])[] = [
    ['person.role', roleText(person)],
    ['person.owner', owner],
    ['person.presence', person.is_active && !person.is_bot ? presenceText(state, person, now) : undefined],
    ['person.time', localTime(state, person, now)],
    ['person.email', person.delivery_email ?? undefined],
  ]
  const values = profileValues(state, person).filter(({ isInSummary }) => isInSummary || !isSummary)
  return (
    <dl class="person-facts">
      {facts.map(([name, text]) =>
        text === undefined ? null : (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ),
      )}
      {values.map(({ id, name, text, link }) => (
        <div key={id}>
          <dt dir="auto">{name}</dt>
          <dd dir="auto">
            {link === undefined ? (
              text
            ) : (
              <a href={link} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The status that somebody has set, if they have. */
export function StatusLine({ userId }: { readonly userId: number }) {
  const status = useKnown(({ state }) => state?.user_status?.[String(userId)])
  const emoji = useKnown(({ state }) => state?.realm_emoji)
  const { status_text: text = '', emoji_code: code, reaction_type: type } = status ?? {}
  if (text === '' && !code) return null
  const url = type !== 'unicode_emoji' && code ? emojiPicture(emoji, code) : undefined
  const character = type === 'unicode_emoji' && code ? characterOf(code) : undefined
  return (
    <p class="person-status">
      {url !== undefined && <img src={url} alt="" />}
      {character !== undefined && <span aria-hidden="true">{character}</span>}
      <span dir="auto">{text}</span>
    </p>
  )
}

/** The names of roles. */
export const roleNames: Readonly<Record<number, WordId>> = {
  [roles.owner]: 'person.role-owner',
  [roles.administrator]: 'person.role-administrator',
  [roles.moderator]: 'person.role-moderator',
  [roles.member]: 'person.role-member',
  [roles.guest]: 'person.role-guest',
}

function roleText({ role, is_bot, is_active }: Person): string {
  const name = t(is_bot ? 'message.bot' : (roleNames[role] ?? 'person.role-member'))
  return is_active ? name : t('person.deactivated', { role: name })
}

/** Returns the time at somebody's place, if they named their time zone. */
function localTime(state: State | undefined, { timezone, is_bot }: Person, now: number): string | undefined {
  if (timezone === '' || is_bot) return undefined
  const { time } = timesFor(locale(), timezone, state?.user_settings?.twenty_four_hour_time ?? null)
  return t('person.time-there', { time: time(now / 1000), zone: timezone.replaceAll('_', ' ') })
}
