import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { regenerateOwnApiKey } from '@tagma/contract/endpoints/users/regenerate-own-api-key.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('a new API key is the only one that works', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { api_key } = await t.as(iris).call(regenerateOwnApiKey, {})
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect((await t.as({ ...iris, apiKey: api_key }).call(getOwnUser, {})).user_id).toBe(iris.id)
})
