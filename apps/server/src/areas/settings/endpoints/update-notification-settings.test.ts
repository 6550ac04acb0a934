import { updateDisplaySettings } from '@tagma/contract/endpoints/settings/update-display-settings.ts'
import { updateNotificationSettings } from '@tagma/contract/endpoints/settings/update-notification-settings.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('the endpoints that older clients know change the same settings', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await converge(t, [iris, otto], async () => {
    await t.as(iris).call(updateNotificationSettings, { enable_sounds: false })
    await t.as(iris).call(updateDisplaySettings, { left_side_userlist: true })
  })
  expect(t.directory.users.get(iris.id)?.settings).toMatchObject({
    enable_sounds: false,
    left_side_userlist: true,
  })
  expect(await t.as(iris).refusal(updateDisplaySettings, { color_scheme: 9 })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'color_scheme has an invalid value',
  })
})
