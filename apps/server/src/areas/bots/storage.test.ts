import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { getBotStorage } from '@tagma/contract/endpoints/bots/get-bot-storage.ts'
import { removeBotStorage } from '@tagma/contract/endpoints/bots/remove-bot-storage.ts'
import { updateBotStorage } from '@tagma/contract/endpoints/bots/update-bot-storage.ts'
import { limits } from '@tagma/contract/limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

async function givenBots() {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const make = async (name: string) => {
    const { user_id, api_key } = await t.as(iris).call(createBot, { full_name: name, short_name: name })
    return t.as({ id: user_id, email: `${name}-bot@${t.host}`, apiKey: api_key })
  }
  return { t, iris, build: await make('build'), deploy: await make('deploy') }
}

test('a bot reads what it stored, and no other bot does', async () => {
  const { build, deploy } = await givenBots()
  await build.call(updateBotStorage, { storage: { a: '1', 'ключ 🔑': '"2"', '': 'empty' } })
  await build.call(updateBotStorage, { storage: { a: 'one' } })
  expect(await build.call(getBotStorage, {})).toEqual({
    storage: { a: 'one', 'ключ 🔑': '"2"', '': 'empty' },
  })
  expect(await build.call(getBotStorage, { keys: ['a', 'a'] })).toEqual({ storage: { a: 'one' } })
  expect(await deploy.call(getBotStorage, {})).toEqual({ storage: {} })
})

test('some keys or all of them are removed', async () => {
  const { build } = await givenBots()
  await build.call(updateBotStorage, { storage: { a: '1', b: '2', c: '3' } })
  await build.call(removeBotStorage, { keys: ['a', 'a'] })
  expect(await build.call(getBotStorage, {})).toEqual({ storage: { b: '2', c: '3' } })
  await build.call(removeBotStorage, {})
  expect(await build.call(getBotStorage, {})).toEqual({ storage: {} })
})

test('an unknown key is refused, and nothing is removed', async () => {
  const { build } = await givenBots()
  await build.call(updateBotStorage, { storage: { a: '1' } })
  const refusal = { code: 'BAD_REQUEST', message: 'Key does not exist.' }
  await expect(build.call(getBotStorage, { keys: ['a', 'z'] })).rejects.toMatchObject(refusal)
  await expect(build.call(removeBotStorage, { keys: ['a', 'z'] })).rejects.toMatchObject(refusal)
  expect(await build.call(getBotStorage, {})).toEqual({ storage: { a: '1' } })
})

test('a bot stores no more than the limit, counted in code points including keys', async () => {
  const { build } = await givenBots()
  // Form bodies have a lower limit of their own than the storage.
  const half = 'x'.repeat(limits.maxBotStorageLength / 2 - 1)
  await build.call(updateBotStorage, { storage: { a: half } })
  await build.call(updateBotStorage, { storage: { '🔑': half } })
  await expect(build.call(updateBotStorage, { storage: { c: '' } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Request exceeds storage limit by 1 characters. The limit is 10000000 characters.',
  })
  // A shorter value makes room.
  await build.call(updateBotStorage, { storage: { a: '', c: 'x' } })
  expect(await build.call(getBotStorage, { keys: ['a', 'c'] })).toEqual({ storage: { a: '', c: 'x' } })
})

test('people have no bot storage', async () => {
  const { t, iris } = await givenBots()
  for (const [endpoint, args] of [
    [getBotStorage, {}],
    [updateBotStorage, { storage: { a: '1' } }],
    [removeBotStorage, {}],
  ] as const)
    await expect(t.as(iris).call(endpoint, args)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('keys and values that are not text are refused', async () => {
  const { build } = await givenBots()
  await expect(build.call(updateBotStorage, { storage: { a: 1 as never } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(build.call(updateBotStorage, { storage: { a: 'nul\0l' } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('any number of keys can be asked for, zero included', async () => {
  const { build } = await givenBots()
  const keys = Array.from({ length: 40_000 }, (_, n) => `${n}`)
  await build.call(updateBotStorage, { storage: { 39999: 'last' } })
  const refusal = { code: 'BAD_REQUEST', message: 'Key does not exist.' }
  await expect(build.call(getBotStorage, { keys })).rejects.toMatchObject(refusal)
  await expect(build.call(removeBotStorage, { keys })).rejects.toMatchObject(refusal)
  await build.call(removeBotStorage, { keys: [] })
  expect(await build.call(getBotStorage, { keys: [] })).toEqual({ storage: {} })
  expect(await build.call(getBotStorage, { keys: ['39999'] })).toEqual({ storage: { 39999: 'last' } })
})
