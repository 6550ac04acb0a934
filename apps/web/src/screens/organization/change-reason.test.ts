import { roles } from '@tagma/contract/roles.ts'
import {
  type OrganizationSetting,
  organizationSettingNames,
  organizationSettings,
} from '@tagma/contract/settings/organization-settings.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { changeReason, ownersOnly } from './change-reason.ts'
import { organizationGroups } from './organization-groups.ts'

const as = (role: number, more: Partial<State> = {}) =>
  ({ user_id: 8, realm_users: [{ user_id: 8, role }], realm_user_groups: [], ...more }) as unknown as State

test('the settings of owners are those of the contract', () => {
  const settings: Readonly<Record<string, OrganizationSetting>> = organizationSettings
  const names = organizationSettingNames.filter((name) => settings[name]?.ownersOnly)
  expect([...ownersOnly].toSorted()).toEqual(names.toSorted())
})

test('administrators change settings, but not those of owners', () => {
  expect(changeReason(as(roles.member))).toBe('organization.only-administrators')
  expect(changeReason(as(roles.administrator))).toBeUndefined()
  expect(changeReason(as(roles.administrator), 'invite_required')).toBe('organization.only-owners')
  expect(changeReason(as(roles.owner), 'invite_required')).toBeUndefined()
})

test('a setting that the server has no part for cannot be changed', () => {
  expect(changeReason(as(roles.owner), 'enable_spectator_access')).toBe('organization.off-on-server')
  const state = as(roles.owner, { server_web_public_streams_enabled: true })
  expect(changeReason(state, 'enable_spectator_access')).toBeUndefined()
})

test('no setting stands on two pages', () => {
  const names = Object.values(organizationGroups).flatMap((groups) =>
    groups.flatMap(({ rows }) => rows.map(({ name }) => name)),
  )
  expect(names.length).toBeGreaterThan(30)
  expect(new Set(names).size).toBe(names.length)
})
