import { deactivateOwnUser } from '@tagma/contract/endpoints/users/deactivate-own-user.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { isSystemBot } from '#directory/system-bots.ts'
import { testApp } from '#test/app.ts'

test('an organization never loses its only owner, not even when two leave at once', async () => {
  const t = await testApp()
  const { owner, administrator } = await t.given.everyRole()
  expect(await t.as(owner).refusal(updateUser, { user_id: owner.id, role: 200 })).toMatchObject({
    message: 'The owner permission cannot be removed from the only organization owner.',
  })
  expect(await t.as(owner).refusal(deactivateOwnUser, {})).toMatchObject({
    status: 400,
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    message: 'Cannot deactivate the only organization owner.',
    fields: { is_last_owner: true, entity: 'organization owner' },
  })
  expect(await t.as(administrator).refusal(deactivateUser, { user_id: owner.id })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
  await t.as(owner).call(updateUser, { user_id: administrator.id, role: 100 })
  const outcomes = await Promise.allSettled([
    t.as(owner).call(updateUser, { user_id: owner.id, role: 400 }),
    t.as(administrator).call(deactivateOwnUser, {}),
  ])
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the only user cannot leave', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const others = [...t.directory.users.values()].filter((user) => user.id !== owner.id && !isSystemBot(user))
  for (const { id } of others) await t.as(owner).call(deactivateUser, { user_id: id })
  expect(await t.as(owner).refusal(deactivateOwnUser, {})).toMatchObject({
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    message: 'Cannot deactivate the only user.',
    fields: { is_last_owner: false, entity: 'user' },
  })
  expect((await t.as(owner).call(getOwnUser, {})).is_active).toBe(true)
})
