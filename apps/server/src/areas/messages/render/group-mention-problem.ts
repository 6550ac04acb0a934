import type { Facts } from '@tagma/markdown/facts.ts'
import { settingOfGroup } from '#areas/groups/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'

/**
 * Returns why a message cannot be sent, or undefined: it mentions a group whose `can_mention_group` (feature level 191)
 * does not include its sender. Silent mentions are free, and the server's own bots always may.
 */
export function groupMentionProblem(
  directory: OrganizationDirectory,
  sender: UserRecord,
  facts: Pick<Facts, 'mentionedGroupIds'>,
): string | undefined {
  if (isSystemBot(sender)) return undefined
  for (const id of facts.mentionedGroupIds) {
    const group = directory.groups.get(id)
    if (group && !directory.isIn(sender, settingOfGroup(directory, group, 'can_mention_group')))
      return `You are not allowed to mention user group '${group.name}'.`
  }
  return undefined
}
