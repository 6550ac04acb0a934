import type { State } from '@tagma/sync/state.ts'
import { t } from '#words/words.ts'

/** The name that servers have for a topic without one. Clients say it in the language of their reader. */
const usual = 'general chat'

/** Returns the name of the topic that has none: the usual one in the reader's language, or that of the organization. */
export function emptyTopicName(state: State | undefined): string {
  const name = state?.realm_empty_topic_display_name ?? usual
  return name === usual ? t('conversation.general-chat') : name
}
