import { showToast } from '#actions/show-toast.ts'
import { topicKey } from '#state/conversations.ts'
import { movedTitle } from '#state/moved-title.ts'
import { peopleOf } from '#state/people.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { Moved } from './moved-to.ts'

/** Says that somebody moved the open conversation, and where it is now. */
export function tellMove(app: App, { to, userId }: Moved, from: Moved['to']): void {
  const { state } = app.store.get()
  const name = peopleOf(state).get(userId ?? -1)?.full_name ?? t('message.unknown-person')
  const text = t('conversation.was-moved', { name, topic: movedTitle(state, from, to) })
  showToast(app, { name: `moved ${topicKey(to.channelId, to.topic)}`, kind: 'status', text })
}
