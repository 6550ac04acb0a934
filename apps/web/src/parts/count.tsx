import { t } from '#words/words.ts'

interface CountProps {
  /** Unread messages. Nothing is drawn for 0. */
  readonly of: number
  /** Whether the number wants an answer: it is filled. */
  readonly isLoud?: boolean
  /** Whether it is shown for completeness only. */
  readonly isQuiet?: boolean
  readonly hasMention?: boolean
}

/** Beyond this, a number is no longer exact. */
const most = 9999

/** The number of unread messages at the end of a row. */
export function Count({ of: count, isLoud = false, isQuiet = false, hasMention = false }: CountProps) {
  if (count === 0 && !hasMention) return null
  const names = ['count']
  if (isLoud || hasMention) names.push('count-loud')
  if (isQuiet) names.push('count-quiet')
  const shown = count > most ? `${most}+` : String(count)
  return (
    <span class={names.join(' ')}>
      {hasMention && <span aria-hidden="true">@</span>}
      <span aria-hidden="true">{count > 0 ? shown : ''}</span>
      <span class="hidden-visually">
        {count > 0 ? t('count.unread', { count }) : ''} {hasMention ? t('count.mention') : ''}
      </span>
    </span>
  )
}
