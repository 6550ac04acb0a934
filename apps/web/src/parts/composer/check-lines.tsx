import { addSubscribers } from '#actions/add-subscribers.ts'
import { reopenTopic } from '#actions/reopen-topic.ts'
import type { Destination } from '#outbox/destination.ts'
import { draftKey, type DraftPlace } from '#outbox/drafts.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { checksOf, type Check } from './checks.ts'

interface CheckLinesProps {
  readonly to: Destination
  /** Where the text is kept, if the conversation does not exist yet. */
  readonly place?: DraftPlace
}

/** Says above the box what the writer may have overlooked, with a way to mend it. */
export function CheckLines({ to, place = to }: CheckLinesProps) {
  const app = useApp()
  const text = useKnown(({ drafts }) => drafts.get(draftKey(place))?.content ?? '')
  const state = useKnown((known) => known.state)
  const messages = useKnown((known) => known.messages)
  if (!state) return null
  const nameThem = (userIds: readonly number[]) =>
    new Intl.ListFormat(locale()).format(namesOf(userIds, peopleOf(state), t('people.unknown')))
  const line = (check: Check) => {
    switch (check.kind) {
      case 'resolved':
        return {
          words: t('compose.resolved'),
          action: t('compose.reopen'),
          run: () => to.kind === 'topic' && void reopenTopic(app, to),
        }
      case 'outsiders': {
        const { userIds } = check
        return {
          words: t('compose.outsiders', { names: nameThem(userIds), count: userIds.length }),
          action: t('compose.subscribe'),
          run: () => to.kind === 'topic' && void addSubscribers(app, to.channelId, userIds),
        }
      }
      case 'crowd':
        return { words: check.reason }
      case 'guests':
        return { words: t('compose.guests', { names: nameThem(check.userIds), count: check.userIds.length }) }
    }
  }
  return (
    <>
      {checksOf(state, messages, to, text).map((check) => {
        const { words, action, run } = line(check)
        return (
          <p key={check.kind} class="editor-check">
            <span>{words}</span>
            {run && (
              <button type="button" class="button-link" onClick={run}>
                {action}
              </button>
            )}
          </p>
        )
      })}
    </>
  )
}
