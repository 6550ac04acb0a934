import * as z from 'zod'
import { event, field } from '../define.ts'
import { userGroup, type UserGroupSetting, userGroupSettingNames } from '../objects/user-group.ts'
import { groupSetting } from '../primitives.ts'

const groupId = field(z.int(), 'Id of the group.')

export const userGroupAddEvent = event({
  type: 'user_group',
  op: 'add',
  doc: 'A group was created. For clients without the capability `include_deactivated_groups`, also sent when a group is reactivated.',
  fields: { group: field(userGroup, 'The group.') },
  example: { type: 'user_group', op: 'add', group: { id: 3, name: 'designers' }, id: 65536 },
})

export const userGroupUpdateEvent = event({
  type: 'user_group',
  op: 'update',
  doc: 'A group changed.',
  fields: {
    group_id: groupId,
    data: field(
      z.strictObject({
        name: field(z.string().optional(), 'New name.'),
        description: field(z.string().optional(), 'New description.'),
        deactivated: field(z.boolean().optional(), 'Whether the group is deactivated.'),
        ...(Object.fromEntries(
          userGroupSettingNames.map((name) => [name, groupSetting.optional()]),
        ) as Record<UserGroupSetting, z.ZodOptional<typeof groupSetting>>),
      }),
      'The changed properties, with their new values.',
    ),
  },
  changes: [
    { level: 303, text: 'Also sent when a user named by a permission is deactivated or reactivated.' },
  ],
  example: { type: 'user_group', op: 'update', group_id: 3, data: { name: 'design' }, id: 65536 },
})

const members = { group_id: groupId, user_ids: field(z.array(z.int()), 'Ids of the users.') }

export const userGroupAddMembersEvent = event({
  type: 'user_group',
  op: 'add_members',
  doc: 'Users joined a group, were added to it, or were reactivated.',
  fields: members,
  changes: [{ level: 303, text: 'Also sent for users who are reactivated.' }],
  example: { type: 'user_group', op: 'add_members', group_id: 3, user_ids: [10], id: 65536 },
})

export const userGroupRemoveMembersEvent = event({
  type: 'user_group',
  op: 'remove_members',
  doc: 'Users left a group or were removed from it, or were deactivated.',
  fields: members,
  changes: [{ level: 303, text: 'Also sent for users who are deactivated.' }],
  example: { type: 'user_group', op: 'remove_members', group_id: 3, user_ids: [10], id: 65536 },
})

const subgroups = {
  group_id: groupId,
  direct_subgroup_ids: field(z.array(z.int()), 'Ids of the subgroups.', { since: 131 }),
}

export const userGroupAddSubgroupsEvent = event({
  type: 'user_group',
  op: 'add_subgroups',
  since: 127,
  doc: 'Groups were added to a group.',
  fields: subgroups,
  example: { type: 'user_group', op: 'add_subgroups', group_id: 3, direct_subgroup_ids: [4], id: 65536 },
})

export const userGroupRemoveSubgroupsEvent = event({
  type: 'user_group',
  op: 'remove_subgroups',
  since: 127,
  doc: 'Groups were removed from a group.',
  fields: subgroups,
  example: { type: 'user_group', op: 'remove_subgroups', group_id: 3, direct_subgroup_ids: [4], id: 65536 },
})

export const userGroupRemoveEvent = event({
  type: 'user_group',
  op: 'remove',
  doc: 'A group was deactivated. For clients without the capability `include_deactivated_groups`.',
  fields: { group_id: groupId },
  example: { type: 'user_group', op: 'remove', group_id: 3, id: 65536 },
})
