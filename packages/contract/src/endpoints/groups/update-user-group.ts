import * as z from 'zod'
import { endpoint, inPath, json, type Parameter, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import {
  levelsOfGroupSetting,
  type UserGroupSetting,
  userGroupSettingNames,
  userGroupSettings,
} from '../../objects/user-group.ts'
import { groupSettingChange, id, name, textUpTo } from '../../primitives.ts'

const settings = Object.fromEntries(
  userGroupSettingNames.map((setting) => [
    setting,
    json(groupSettingChange.optional(), userGroupSettings[setting].doc, levelsOfGroupSetting(setting)),
  ]),
) as Record<UserGroupSetting, Parameter<z.ZodOptional<typeof groupSettingChange>>>

export const updateUserGroup = endpoint({
  id: 'update-user-group',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  role: 'member',
  scope: 'people:write',
  summary: 'Change or reactivate a user group.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    name: text(name(limits.maxGroupNameLength).optional(), 'New name.'),
    description: text(textUpTo(limits.maxGroupDescriptionLength).optional(), 'New description.'),
    deactivated: json(
      z.boolean().optional(),
      'False reactivates a deactivated group. True changes nothing: call POST /user_groups/{user_group_id}/deactivate to deactivate a group.',
      { since: 386 },
    ),
    ...settings,
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The group does not exist, the caller may not manage it, or a value is not valid for its setting.',
    },
    { code: 'EXPECTATION_MISMATCH', when: 'The setting has changed: its value is no longer the `old` one.' },
  ],
  changes: [
    { level: 340, text: 'Deactivated groups can be changed.' },
    { level: 496, text: 'Bots may call it.' },
  ],
  example: { request: { user_group_id: 3, name: 'design' }, response: {} },
})
