import type { Facts } from '@tagma/markdown/facts.ts'
import { settingOfGroup } from '#areas/groups/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'

/**
 * Refuses a message that mentions a group whose `can_mention_group` (feature level 191) leaves its sender out. Silent
 * mentions are free; the server's own bots say nothing on their own.
 */
export function checkGroupMentions(
  directory: OrganizationDirectory,
  sender: UserRecord,
  facts: Pick<Facts, 'mentionedGroupIds'>,
): void {
  if (isSystemBot(sender)) return
  for (const id of facts.mentionedGroupIds) {
    const group = directory.groups.get(id)
    if (group && !directory.isIn(sender, settingOfGroup(directory, group, 'can_mention_group')))
      throw badRequest(`You are not allowed to mention user group '${group.name}'.`)
  }
}
