import { escapeLiteral } from '@tagma/markdown/html.ts'
import { isGuest } from '@tagma/rules/roles.ts'
import { person, say } from '#areas/messages/send/notice.ts'
import { postNotice } from '#areas/messages/send/post-notice.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

/** Announces a new user in the channel that the setting `signup_announcements_stream_id` names. */
export async function announceNewcomer(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
): Promise<void> {
  const who = person(user)
  const what = isGuest(user) ? 'has joined as a guest.' : 'has joined.'
  await postNotice(
    tx,
    directory,
    directory.organization.settings.signup_announcements_stream_id,
    'signups',
    say(user, `${who.text} ${what}`, `<p>${who.html} ${escapeLiteral(what)}</p>`),
  )
}
