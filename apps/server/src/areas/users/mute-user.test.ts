import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { unmuteUser } from '@tagma/contract/endpoints/users/unmute-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('muting is told to one’s own clients only, and undone', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const received = await converge(t, [iris, otto], () =>
    t.as(iris).call(muteUser, { muted_user_id: otto.id }),
  )
  expect(received.get(iris.id)).toMatchObject([
    { type: 'muted_users', muted_users: [{ id: otto.id, timestamp: t.clock.now() / 1000 }] },
  ])
  expect(received.get(otto.id)).toEqual([])
  expect(await t.as(iris).refusal(muteUser, { muted_user_id: otto.id })).toMatchObject({
    message: 'User already muted',
  })
  await converge(t, [iris], () => t.as(iris).call(unmuteUser, { muted_user_id: otto.id }))
  expect(await t.as(iris).refusal(unmuteUser, { muted_user_id: otto.id })).toMatchObject({
    message: 'User is not muted',
  })
})

test('oneself and unknown users cannot be muted', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).refusal(muteUser, { muted_user_id: iris.id })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Cannot mute self',
  })
  expect(await t.as(iris).refusal(muteUser, { muted_user_id: 999_999 })).toMatchObject({
    message: 'No such user',
  })
})
