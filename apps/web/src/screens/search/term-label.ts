import type { Term, TermProblem } from '@tagma/contract/address.ts'
import type { State } from '@tagma/sync/state.ts'
import { timesOf } from '#parts/messages/use-times.ts'
import { channelById } from '#state/channels.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { peopleOf } from '#state/people.ts'
import { dateFormat } from '#words/date-format.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t, type WordId } from '#words/words.ts'

const fixed: Readonly<Record<string, WordId>> = {
  'is dm': 'search.is.dm',
  'is starred': 'search.is.starred',
  'is mentioned': 'search.is.mentioned',
  'is alerted': 'search.is.alerted',
  'is unread': 'search.is.unread',
  'is resolved': 'search.is.resolved',
  'is followed': 'search.is.followed',
  'is muted': 'search.is.muted',
  'has link': 'search.has.link',
  'has image': 'search.has.image',
  'has attachment': 'search.has.attachment',
  'has reaction': 'search.has.reaction',
  'channels all': 'search.channels.all',
  'channels public': 'search.channels.public',
  'channels web-public': 'search.channels.web-public',
  'channels archived': 'search.channels.archived',
}

/** Returns a condition in words: `from Iris Okafor`, `not in #design`. */
export function termLabel(term: Term, state: State | undefined): string {
  const label = labelOf(term, state)
  return term.negated ? t('search.not', { term: label }) : label
}

function labelOf({ operator, operand }: Term, state: State | undefined): string {
  const value = Array.isArray(operand) ? '' : String(operand)
  const nameOf = (id: number) =>
    id === state?.user_id ? t('search.me') : (peopleOf(state).get(id)?.full_name ?? t('people.unknown'))
  const name = () => {
    if (Array.isArray(operand)) return operand.length > 0 ? listOf(operand.map(nameOf)) : t('search.me')
    return operand === 'me' ? t('search.me') : typeof operand === 'number' ? nameOf(operand) : operand
  }
  switch (operator) {
    case 'channel':
      return t('search.term.channel', {
        name: typeof operand === 'number' ? (channelById(state, operand)?.name ?? value) : value,
      })
    case 'topic':
      return t('search.term.topic', { name: value || emptyTopicName(state) })
    case 'sender':
    case 'mentions':
    case 'dm':
    case 'dm-with':
      return t(`search.term.${operator}`, { name: name() })
    case 'date':
      return t('search.term.date', { day: dayOf(value, state) })
    case 'id':
    case 'near':
    case 'with':
      return t(`search.term.${operator}`, { id: value })
    case 'search':
      return t('search.term.search', { text: value })
    default: {
      const id = fixed[`${operator} ${value}`]
      return id ? t(id) : `${operator}:${value}`
    }
  }
}

/** Returns a day or a time as the reader sees it. */
function dayOf(text: string, state: State | undefined): string {
  const at = Date.parse(text)
  const isDay = text.length === 10
  return isDay
    ? dateFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
    : timesOf(state).moment(at / 1000)
}

const problems: Readonly<Record<TermProblem, WordId>> = {
  'unknown operator': 'search.problem.operand',
  'no operand': 'search.problem.empty',
  'unknown operand': 'search.problem.operand',
  'unknown channel': 'search.problem.channel',
  'unknown person': 'search.problem.person',
  'not a number': 'search.problem.number',
  'not a date': 'search.problem.date',
  'excludes everything': 'search.problem.everything',
}

/** Says what is wrong with a condition. */
export const problemText = (text: string, problem: TermProblem): string => t(problems[problem], { text })
