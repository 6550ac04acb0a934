import type { Args } from '@tagma/contract/define.ts'
import type { checkMessagesMatchNarrow } from '@tagma/contract/endpoints/messages/check-messages-match-narrow.ts'
import type { Call } from '#call/call.ts'
import { asksIndex, resolveNarrow } from '../narrow/narrow.ts'
import { highlighter } from '../search/highlight.ts'
import { indexMessages } from '../search/index-messages.ts'
import { select } from '../search/search-messages.ts'

/**
 * Returns the messages that match and that the caller may read, with the matching text (GET /messages/matches_narrow).
 */
export async function matchNarrow(
  { db, caller, directory, services }: Call,
  { msg_ids, narrow }: Args<typeof checkMessagesMatchNarrow>,
): Promise<Record<string, { match_content: string; match_subject: string }>> {
  const resolved = await resolveNarrow(db, directory, caller, narrow, 'readable')
  const isSearch = asksIndex(resolved)
  if (isSearch) await indexMessages(services, directory.organization.id)
  const organizationId = directory.organization.id
  return services.data.aside(organizationId, async (readers) => {
    const selection = await select(readers, organizationId, resolved)
    const rows = await selection.among(msg_ids)
    const matchOf = highlighter(selection.query ?? { words: [], phrases: [] })
    return Object.fromEntries(rows.map((row) => [row.id, matchOf(row)]))
  })
}
