import type { Answer } from '@tagma/contract/define.ts'
import type { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Db } from '#store/sql/db.ts'
import { visibleHistory } from '../message-history.ts'
import { requireMessage } from '../require-message.ts'
import { highlightDifference } from './highlight-difference.ts'

type Version = Answer<typeof getMessageHistory>['message_history'][number]

/** Most letters of versions in one answer. */
const mostLetters = 5_000_000

/**
 * Returns a message after each of its changes, oldest first. If the organization shows only moves, every version has
 * the current content. The oldest versions are left out if all would be too long for one answer.
 */
export async function messageVersions(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
  allowEmptyTopicName: boolean,
): Promise<Version[]> {
  const { allow_edit_history, message_edit_history_visibility_policy: policy } =
    directory.organization.settings
  if (!allow_edit_history || policy === 'none')
    throw badRequest('Message edit history is disabled in this organization')
  const message = await requireMessage(db, directory, caller, id)
  const named = (topic: string) => (topic === '' && !allowEmptyTopicName ? emptyTopicName : topic)
  // Goes backwards from the current version.
  let { topic, content, rendered } = message
  const versions: Version[] = []
  let letters = 0
  for (const entry of visibleHistory(directory, message)) {
    const { prev_content, prev_rendered_content, prev_topic, prev_stream, stream, timestamp, user_id } = entry
    versions.push({
      topic: named(topic),
      content,
      rendered_content: rendered,
      timestamp,
      user_id,
      ...(prev_topic === undefined ? {} : { prev_topic: named(prev_topic) }),
      ...(prev_stream === undefined ? {} : { prev_stream, stream }),
      ...(prev_content === undefined
        ? {}
        : {
            prev_content,
            prev_rendered_content,
            content_html_diff: highlightDifference(prev_rendered_content ?? '', rendered),
          }),
    })
    letters += content.length + 3 * rendered.length
    if (letters > mostLetters) return versions.toReversed()
    topic = prev_topic ?? topic
    content = prev_content ?? content
    rendered = prev_rendered_content ?? rendered
  }
  versions.push({
    topic: named(topic),
    content,
    rendered_content: rendered,
    timestamp: message.sent_at,
    user_id: message.sender_id,
  })
  return versions.toReversed()
}
