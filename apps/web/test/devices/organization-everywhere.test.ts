import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { movingPicture } from '@tagma/server/test/pictures.ts'
import { expect, test } from 'vitest'
import { changeOrganization } from '#test/change-organization.ts'
import { organizationEffects } from '#test/organization-effects.ts'
import { addressOfLogo, go } from '#test/setting-readings.ts'
import { stage } from '#test/story.ts'

// Settings of the organization: the owner changes each, and a member's window shows its effect without reloading.

const story = stage()

test('what a setting of the organization changes is seen at once in a member’s window', async () => {
  const { world } = story
  const { olive, otto, gus } = world.people
  await olive.call(updateRealm, {
    message_content_edit_limit_seconds: 1,
    message_content_delete_limit_seconds: 1,
    move_messages_within_stream_limit_seconds: 1,
    move_messages_between_streams_limit_seconds: 1,
  })
  const inLogo = { channel: 'design', topic: 'logo' } as const
  await olive.call(subscribe, { subscriptions: [{ name: 'design' }], principals: [gus.id] })
  const { url } = await otto.call(uploadFile, { file: [await movingPicture({ width: 400, height: 400 })] })
  await world.send('otto', inLogo, `Meet in the hall [moving](${url})`)
  await world.send('gus', inLogo, 'I am only visiting')
  await world.send('iris', inLogo, 'The hall is booked')
  const [page, other] = await Promise.all([
    story.open('olive', { path: '/#organization/organization-settings' }),
    story.open('iris', { path: `/${addressOfLogo(world)}` }),
  ])
  // All of them are tried, so that one run names every setting without its effect.
  const wrong: string[] = []
  for (const [name, effect] of Object.entries(organizationEffects)) {
    if (!('read' in effect)) continue
    try {
      await expect.poll(() => effect.read(other, world)).toEqual(effect.before)
      await go(page, `#organization/${effect.page ?? 'organization-settings'}`)
      await changeOrganization(page, name, effect.to)
      await expect.poll(() => effect.read(other, world)).toEqual(effect.after)
    } catch (error) {
      wrong.push(`${name}: ${String(error)}`)
    }
  }
  expect(wrong).toEqual([])
})
