import * as wire from '@tagma/contract/wire.ts'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { TokenList } from './token-list.tsx'

/** The access tokens of somebody's account, which administrators see and end. */
export function TokensOf({ userId }: { readonly userId: number }) {
  const app = useApp()
  const tokens = useFetched(() => app.client.call(wire.getAccessTokens, { user_id: userId }))
  return (
    <TokenList
      title={t('tokens.list')}
      note={t('tokens.about-of')}
      empty={t('tokens.none-of')}
      fetched={tokens}
    />
  )
}
