import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { EmptyView } from './empty-view.tsx'

/**
 * Stands in place of a conversation that is not there, or that the reader may not see. One sentence for both: a link must
 * not tell what is behind it.
 */
export function GoneView() {
  const app = useApp()
  const toInbox = () => app.go(addressFor(app.store.get().state, { kind: 'inbox' }))
  return <EmptyView text={t('acting.conversation-gone')} action={t('places.inbox')} onAct={toInbox} />
}
