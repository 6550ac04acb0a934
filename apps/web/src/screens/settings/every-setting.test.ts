import { userSettingNames } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { notificationTable, notificationWays, settingGroups } from './setting-groups.ts'

/** Settings of the contract without a control, and why. */
const leftOut: Readonly<Record<string, string>> = {
  enable_digest_emails: 'this server sends no digests',
  enable_marketing_emails: 'this server sends no such mails',
}

test('every setting of an account has one control, or a reason to have none', () => {
  const inGroups = Object.values(settingGroups).flatMap((groups) =>
    groups.flatMap(({ rows }) => rows.map(({ name }) => name)),
  )
  const inTable = notificationTable.flatMap((row) => notificationWays.flatMap((way) => row[way] ?? []))
  const offered: readonly string[] = [...inGroups, ...inTable]
  const missing = userSettingNames.filter((name) => !offered.includes(name) && !(name in leftOut))
  expect(missing).toEqual([])
  expect(Object.keys(leftOut).filter((name) => offered.includes(name))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
})
