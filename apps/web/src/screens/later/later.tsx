import { PageHead } from '#parts/page/page-head.tsx'
import { selectOpenQuestions } from '#state/open-questions.ts'
import { useKnown } from '#state/use-known.ts'
import { laterTabs } from '#state/views.ts'
import { t } from '#words/words.ts'
import { DraftsList } from './drafts-list.tsx'
import { AskedList, ToAnswerList } from './questions-list.tsx'
import { RemindersList } from './reminders-list.tsx'
import { ScheduledList } from './scheduled-list.tsx'

const lists = {
  drafts: DraftsList,
  scheduled: ScheduledList,
  reminders: RemindersList,
  'to-answer': ToAnswerList,
  asked: AskedList,
}

/** Things to come: texts that are not sent yet, messages with a time, reminders, and open questions. */
export function Later({ tab }: { readonly tab: (typeof laterTabs)[number] }) {
  const counts = {
    drafts: useKnown(({ drafts }) => [...drafts.values()].filter(({ content }) => content !== '').length),
    scheduled: useKnown(({ state }) => state?.scheduled_messages?.length ?? 0),
    reminders: useKnown(({ state }) => state?.reminders?.length ?? 0),
    'to-answer': useKnown((known) => selectOpenQuestions(known).toAnswer.length),
    asked: useKnown((known) => selectOpenQuestions(known).asked.length),
  }
  const List = lists[tab]
  return (
    <>
      <PageHead title={t('places.later')} back="#places" />
      <section class="later" aria-label={t(`later.${tab}`)}>
        <nav class="later-tabs" aria-label={t('places.later')}>
          {laterTabs.map((each) => (
            <a
              key={each}
              class="list-filter"
              href={`#${each}`}
              aria-current={each === tab ? 'page' : undefined}
            >
              {t(`later.${each}`)} {counts[each] > 0 && <span class="later-count">{counts[each]}</span>}
            </a>
          ))}
        </nav>
        <List />
      </section>
    </>
  )
}
