import * as z from 'zod'
import { endpoint, field, json, type Parameter, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import {
  levelsOfGroupSetting,
  type UserGroupSetting,
  userGroupSettingNames,
  userGroupSettings,
} from '../../objects/user-group.ts'
import { groupSetting, id, name, textUpTo } from '../../primitives.ts'

const settings = Object.fromEntries(
  userGroupSettingNames.map((setting) => [
    setting,
    json(groupSetting.optional(), userGroupSettings[setting].doc, levelsOfGroupSetting(setting)),
  ]),
) as Record<UserGroupSetting, Parameter<z.ZodOptional<typeof groupSetting>>>

export const createUserGroup = endpoint({
  id: 'create-user-group',
  method: 'POST',
  path: '/user_groups/create',
  role: 'member',
  scope: 'people:write',
  summary: 'Create a user group.',
  params: {
    name: text(
      name(limits.maxGroupNameLength),
      'The name of the group. It must not begin like the name of a system group.',
    ),
    description: text(textUpTo(limits.maxGroupDescriptionLength), 'The purpose of the group.'),
    members: json(z.array(z.int().nonnegative()), 'Ids of the first members.'),
    subgroups: json(z.array(z.int().nonnegative()).default([]), 'Ids of the first subgroups.', {
      since: 311,
    }),
    ...settings,
  },
  returns: { group_id: field(id('group'), 'Id of the group.', { since: 317 }) },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The name is taken or not allowed, a user or a group does not exist, a permission names a group that it cannot have, or the caller may not create groups.',
    },
  ],
  changes: [{ level: 496, text: 'Bots may call it.' }],
  example: {
    request: { name: 'designers', description: 'Who design.', members: [10, 11] },
    response: { group_id: 3 },
  },
})
