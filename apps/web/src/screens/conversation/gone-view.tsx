import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { EmptyView } from './empty-view.tsx'

/**
 * Takes the place of a conversation that does not exist, or that the reader may not see. It says the same for both, because a
 * link must not tell what is behind it.
 */
export function GoneView() {
  const app = useApp()
  const toInbox = () => app.go(addressFor(app.store.get().state, { kind: 'inbox' }))
  return <EmptyView text={t('acting.conversation-gone')} action={t('places.inbox')} onAct={toInbox} />
}
