import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import { organizationSettingNames } from '@tagma/contract/settings/organization-settings.ts'
import { expect, test } from 'vitest'
import german from '#words/de/organization.json' with { type: 'json' }
import english from '#words/en/organization.json' with { type: 'json' }
import { organizationGroups, saysOnlyWhy } from './organization-groups.ts'
import { permissionGroups } from './permission-groups.ts'

/** Settings of the contract without a control, and why. */
const leftOut: Readonly<Record<string, string>> = {
  allow_edit_history: 'the older form of message_edit_history_visibility_policy, which has a control',
  digest_emails_enabled: 'this server sends no digests',
  digest_weekday: 'this server sends no digests',
  zulip_update_announcements_stream_id: 'this server announces no news',
  can_manage_billing_group: 'this server has no plans',
  workplace_users_group: 'this server has no billing',
  can_summarize_topics_group: 'this server sums up no topics',
}

test('every setting of the organization has a control, or a reason to have none', () => {
  const offered: readonly string[] = Object.values(organizationGroups).flatMap((groups) =>
    groups.flatMap(({ rows }) => rows.map(({ name }) => name)),
  )
  const missing = organizationSettingNames.filter((name) => !offered.includes(name) && !(name in leftOut))
  expect(missing).toEqual([])
  // A reason that no longer holds goes.
  expect(Object.keys(leftOut).filter((name) => offered.includes(name))).toEqual([])
})

test('every permission of the organization has a control, or a reason to have none', () => {
  const offered: readonly string[] = permissionGroups.flatMap(([, names]) => [...names])
  const missing = organizationPermissionNames.filter((name) => !offered.includes(name) && !(name in leftOut))
  expect(missing).toEqual([])
  expect(Object.keys(leftOut).filter((name) => offered.includes(name))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
})

test('every setting says what it changes, for whom and from when, in both languages', () => {
  const names = Object.values(organizationGroups).flatMap((groups) =>
    groups.flatMap(({ rows }) => rows.map(({ name }) => name)),
  )
  for (const words of [english, german] as readonly Readonly<Record<string, string>>[])
    expect(names.filter((name) => !(`organization.${name}.note` in words) && !saysOnlyWhy.has(name))).toEqual(
      [],
    )
})
