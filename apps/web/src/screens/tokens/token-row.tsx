import { useTimes } from '#parts/messages/use-times.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { channelsById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import type { Token } from './token-list.tsx'

interface TokenRowProps {
  readonly token: Token
  /** Whether the row names the account of the token. */
  readonly hasAccount: boolean
  readonly onEnd: () => void
}

/** An access token: what it is for, what it may, and when it was used; with the button that ends it. */
export function TokenRow({ token, hasAccount, onEnd }: TokenRowProps) {
  const canSave = useCanSave()
  const account = useAccountText(token.user_id)
  const place = usePlaceText(token.write_to)
  const { moment } = useTimes()
  const { name, kind, scopes, hint, created_at: madeAt, expires_at: endsAt } = token
  const deeds = listOf(scopes.map((scope) => t(`tokens.deed.${scope}`)))
  return (
    <>
      <span class="setting-text">
        <span dir="auto">{name}</span>
        {kind !== 'token' && <small>{t(`tokens.kind-${kind}`)}</small>}
        <small dir="auto">
          {hasAccount && `${account} `}
          {t('tokens.may-list', { what: deeds })}
        </small>
        {place !== undefined && <small dir="auto">{place}</small>}
        <small>
          {usedText(token, moment)}{' '}
          {endsAt === null ? t('tokens.ends-unused') : t('tokens.ends', { time: moment(endsAt) })}
        </small>
        <small>{t('tokens.hint', { hint, time: moment(madeAt) })}</small>
      </span>
      <button
        type="button"
        class="button"
        aria-label={t('tokens.end-one', { name })}
        disabled={!canSave}
        onClick={onEnd}
      >
        {t('tokens.end')}
      </button>
    </>
  )
}

function usedText({ used_at: usedAt, used_from: address }: Token, moment: (seconds: number) => string) {
  if (usedAt === null) return t('tokens.unused')
  const time = moment(usedAt)
  return address === '' ? t('tokens.used', { time }) : t('tokens.used-from', { time, address })
}

/** Names the account in whose name programs with a token act. */
function useAccountText(userId: number): string {
  const state = useKnown((known) => known.state)
  if (userId === state?.user_id) return t('tokens.acts-as-you')
  return t('tokens.acts-as', { name: peopleOf(state).get(userId)?.full_name ?? t('message.unknown-person') })
}

/** Says where agents with a token write; undefined: wherever the account may. */
function usePlaceText(writeTo: readonly number[] | null): string | undefined {
  const channels = channelsById(useKnown(({ state }) => state))
  if (writeTo === null) return undefined
  if (writeTo.length === 0) return t('tokens.writes-to-itself')
  const names = writeTo.flatMap((id) => {
    const name = channels.get(id)?.name
    return name === undefined ? [] : [`#${name}`]
  })
  const hidden = writeTo.length - names.length
  const all = hidden === 0 ? names : [...names, t('tokens.hidden-channels', { count: hidden })]
  return t('tokens.writes-in', { channels: listOf(all) })
}
