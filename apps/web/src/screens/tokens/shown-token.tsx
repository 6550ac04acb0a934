import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { MadeToken } from './new-token.tsx'

interface ShownTokenProps {
  readonly made: MadeToken
  readonly onClose: () => void
}

/** Shows a token that was just made. Nobody can read it later. */
export function ShownToken({ made: { token, name, botId, place }, onClose }: ShownTokenProps) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const noteId = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const email = botId === undefined ? state?.delivery_email : peopleOf(state).get(botId)?.email
  const address = `${state?.realm_url ?? location.origin}/mcp`
  return (
    <section class="setting-group token-shown">
      <h2 dir="auto">{t('tokens.made', { name })}</h2>
      <p id={noteId} class="form-preview form-warning">
        {t('tokens.once')}
      </p>
      <p class="own-key">
        <input
          ref={field}
          class="field"
          type="text"
          dir="ltr"
          readonly
          value={token}
          aria-label={t('tokens.token')}
          aria-describedby={noteId}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button
          type="button"
          class="button button-main"
          onClick={() => void copyAndTell(app, token, t('tokens.copied'))}
        >
          {t('tokens.copy')}
        </button>
      </p>
      <p class="setting-note">
        {place === 'agents'
          ? t('tokens.use-agents', { address })
          : t('tokens.use', { email: email ?? '', address })}
      </p>
      <p>
        <button type="button" class="button" onClick={onClose}>
          {t('tokens.done')}
        </button>
      </p>
    </section>
  )
}
