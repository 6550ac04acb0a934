import * as wire from '@tagma/contract/wire.ts'
import { can } from '@tagma/rules/can.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import { Plus } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { type MadeToken, NewToken } from './new-token.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenList } from './token-list.tsx'

/** One's access tokens and those of one's bots, and the way to make one. */
export function OwnTokens() {
  const app = useApp()
  const canSave = useCanSave()
  const isAllowed = useKnown(
    ({ state }) =>
      state !== undefined &&
      can(organizationOf(state), personOf(state, state.user_id ?? -1), 'can_create_access_tokens_group'),
  )
  const tokens = useFetched(() => app.client.call(wire.getAccessTokens, {}))
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeToken>()
  const [closings, setClosings] = useState(0)
  const opener = useRef<HTMLButtonElement>(null)
  // The form or the token had the focus, and is gone.
  useEffect(() => {
    if (closings > 0) opener.current?.focus()
  }, [closings])
  const close = () => {
    setOpen(false)
    setMade(undefined)
    setClosings((before) => before + 1)
  }
  return (
    <>
      <p class="setting-note">{t('tokens.about')}</p>
      {made && <ShownToken key={made.token} made={made} onClose={close} />}
      {!isAllowed ? (
        <p class="setting-note">{t('tokens.not-allowed')}</p>
      ) : isOpen && tokens.value ? (
        <NewToken
          maxDays={tokens.value.max_days}
          onClose={close}
          onMade={(next) => {
            setMade(next)
            setOpen(false)
            tokens.reload()
          }}
        />
      ) : (
        <p>
          <button
            ref={opener}
            type="button"
            class={made ? 'button' : 'button button-main'}
            disabled={!canSave || !tokens.value}
            onClick={() => setOpen(true)}
          >
            <Icon of={Plus} size={1} />
            {t('tokens.new')}
          </button>
        </p>
      )}
      <TokenList title={t('tokens.list')} empty={t('tokens.none')} fetched={tokens} hasAccounts />
    </>
  )
}
