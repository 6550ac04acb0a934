import * as z from 'zod'
import { either, endpoint, json, type Parameter, text } from '../../define.ts'
import { groupSettingChange, nonBlank, textUpTo } from '../../primitives.ts'
import {
  type OrganizationPermission,
  type OrganizationPermissionName,
  organizationPermissionNames,
  organizationPermissions,
} from '../../settings/organization-permissions.ts'
import {
  type OrganizationSetting,
  type OrganizationSettingName,
  organizationSettingNames,
  organizationSettings,
} from '../../settings/organization-settings.ts'
import { stepUpError } from '../sign-in/proof-parameters.ts'

const since = (level: number | undefined) => (level === undefined ? {} : { since: level })

const permissionParameters = Object.fromEntries(
  organizationPermissionNames.map((name) => {
    const { doc, since: level, ownersOnly }: OrganizationPermission = organizationPermissions[name]
    return [
      name,
      json(groupSettingChange.optional(), `${doc}${ownersOnly ? ' Owners only.' : ''}`, since(level)),
    ]
  }),
) as Record<OrganizationPermissionName, Parameter<z.ZodOptional<typeof groupSettingChange>>>

const settingParameters = Object.fromEntries(
  organizationSettingNames.flatMap((name) => {
    const {
      doc,
      readOnly,
      schema,
      since: level,
      ownersOnly,
      unlimited,
    }: OrganizationSetting = organizationSettings[name]
    if (readOnly) return []
    const accepted = unlimited === undefined ? schema : z.union([schema, z.literal('unlimited')])
    return [[name, either(accepted.optional(), `${doc}${ownersOnly ? ' Owners only.' : ''}`, since(level))]]
  }),
) as Record<OrganizationSettingName, Parameter<z.ZodOptional<z.ZodType>>>

export const updateRealm = endpoint({
  id: 'update-realm',
  method: 'PATCH',
  path: '/realm',
  role: 'administrator',
  scope: 'organization',
  summary: 'Change the settings and permissions of the organization.',
  doc: 'Pass only settings that change. Pass a permission as `{"new": …, "old": …}`. With `old`, the call is refused if somebody else has changed the permission meanwhile.',
  params: {
    name: text(nonBlank(40).optional(), 'Name of the organization.'),
    description: text(textUpTo(1000).optional(), 'The description of the organization in Markdown.'),
    ...settingParameters,
    ...permissionParameters,
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A value is not valid for its setting, or the server does not allow it.',
    },
    {
      code: 'EXPECTATION_MISMATCH',
      when: 'The permission has changed: its value is no longer the `old` one.',
    },
    stepUpError(
      'Who needs a second step, how long people may go on without, or who makes access tokens is changed',
    ),
  ],
  example: { request: { name: 'Adler & Partners' }, response: {} },
})
