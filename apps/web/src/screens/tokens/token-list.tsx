import type { Answer } from '@tagma/contract/define.ts'
import type { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import type { Fetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { TokenRow } from './token-row.tsx'

/** An access token in a list. */
export type Token = Answer<typeof getAccessTokens>['access_tokens'][number]

interface TokenListProps {
  readonly title: string
  readonly note?: string
  /** Said where there are none. */
  readonly empty: string
  readonly fetched: Fetched<{ readonly access_tokens: readonly Token[] }>
  /** Whether rows name the account of their token. */
  readonly hasAccounts?: boolean
}

/** Access tokens, each with a button that ends it. */
export function TokenList(props: TokenListProps) {
  const { title, note, empty, fetched, hasAccounts = false } = props
  const tokens = fetched.value?.access_tokens
  const app = useApp()
  const canSave = useCanSave()
  const [doomed, setDoomed] = useState<Token>()
  const end = async ({ id, name }: Token) => {
    setDoomed(undefined)
    try {
      await app.client.call(wire.endAccessToken, { access_token_id: id })
      showToast(app, { name: 'token', kind: 'status', text: t('tokens.ended', { name }) })
    } catch (error) {
      showError(app, error)
    }
    // Also after a refusal: somebody else may have ended it.
    fetched.reload()
  }
  return (
    <section class="setting-group">
      <h2>{title}</h2>
      {note !== undefined && <p class="setting-note">{note}</p>}
      <FetchNote fetched={fetched} />
      {tokens && (
        <div class="token-list">
          <FilteredList
            label={title}
            empty={empty}
            entries={tokens.map((token) => ({
              key: String(token.id),
              name: token.name,
              row: <TokenRow token={token} hasAccount={hasAccounts} onEnd={() => setDoomed(token)} />,
            }))}
          />
        </div>
      )}
      <p>
        <button type="button" class="button" disabled={!canSave} onClick={fetched.reload}>
          {t('tokens.reload')}
        </button>
      </p>
      {doomed && (
        <Question
          title={t('tokens.end-question', { name: doomed.name })}
          text={<p>{t(endTexts[doomed.kind])}</p>}
          action={t('tokens.end')}
          dangerous
          onClose={() => setDoomed(undefined)}
          onConfirm={() => void end(doomed)}
        />
      )}
    </section>
  )
}

const endTexts = {
  token: 'tokens.end-text',
  app: 'tokens.end-text-app',
  program: 'tokens.end-text-program',
} as const satisfies Record<Token['kind'], string>
