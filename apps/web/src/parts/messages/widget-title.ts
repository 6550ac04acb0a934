import type { Message } from '@tagma/sync/messages/message.ts'
import { t } from '#words/words.ts'
import { widgetOf } from './widget-state.ts'

/**
 * Returns the question of a poll or the title of a to-do list, as its author changed it last. Undefined for messages that
 * are their text.
 */
export function widgetTitle({ submessages, sender_id }: Message, ownId: number): string | undefined {
  if (submessages.length === 0) return undefined
  const widget = widgetOf(submessages, sender_id, ownId)
  if (widget?.kind === 'poll') return t('message.poll', { question: widget.question })
  if (widget?.kind === 'buttons') return widget.heading || undefined
  return widget && t('message.todo', { title: widget.title })
}
