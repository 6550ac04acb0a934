import type { Answer } from '@tagma/contract/define.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getGifs } from '@tagma/contract/endpoints/gifs/get-gifs.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { must } from '#model/must.ts'
import { testApp } from '#test/app.ts'
import { type GifAnswer, gifAddress, gifService, type GifService } from '#test/gif-service.ts'

const forms = { giphy: 'giphy', tenor: 'tenor', klipy: 'tenor' } as const
type Provider = keyof typeof forms
const names = { giphy: 'GIPHY', tenor: 'Tenor', klipy: 'KLIPY' } as const
const providers = Object.keys(forms) as Provider[]
const key = 'a key of the operator'

let services: Record<Provider, GifService>
beforeAll(async () => {
  services = {
    giphy: await gifService('giphy'),
    tenor: await gifService('tenor'),
    klipy: await gifService('tenor'),
  }
})
afterAll(() => {
  for (const provider of providers) services[provider].close()
})
beforeEach(() => {
  for (const provider of providers) {
    services[provider].answer('usual')
    services[provider].asked.length = 0
  }
})

/** A server that asks a service, with Iris and an owner. */
async function stage(provider: Provider, settings: Readonly<Record<string, string>> = {}) {
  const service = services[provider]
  const t = await testApp({
    [`${provider.toUpperCase()}_API_KEY`]: key,
    TAGMA_GIFS_URL: `${service.url}/v2/`,
    TAGMA_OUTGOING_ALLOW: '127.0.0.1',
    ...settings,
  })
  const owner = await t.given.user('olive', { role: 'owner' })
  const { iris } = await t.given.members('iris')
  const find = (query = '', position = '') => t.as(iris).call(getGifs, { query, position })
  const fail = async (query = '', position = '') => {
    const { code, message } = await t.as(iris).refusal(getGifs, { query, position })
    return { code, message }
  }
  const asked = () => Object.fromEntries(must(service.asked.at(-1), 'the service was asked').searchParams)
  return { t, service, owner, iris, find, fail, asked }
}

/** The address at the service from which a picture of this server comes. */
const source = (path: string | null | undefined) =>
  Buffer.from(/^\/external_content\/[0-9a-f]{40}\/([0-9a-f]+)$/.exec(path ?? '')?.[1] ?? '', 'hex').toString()

test.each([
  ['giphy', '/v2/search', ['giphy.gif', '200.gif', '200_s.gif'], [240, 200]],
  ['tenor', '/v2/search', ['medium.gif', 'tiny.gif', 'tiny.png'], [220, 165]],
  ['klipy', '/v2/search', ['medium.gif', 'tiny.gif', 'tiny.png'], [220, 165]],
] as const)(
  '%s is searched by the server, and its pictures pass through it',
  async (provider, path, files, size) => {
    const { find, service } = await stage(provider)
    const { provider: said, gifs, next } = await find('Cat 7')
    expect([said, gifs.length, next]).toEqual([provider, 1, null])
    const [gif] = gifs
    const [whole, small, still] = files.map((file) => gifAddress(7, file))
    expect([gif?.url, source(gif?.preview_url), source(gif?.still_url)]).toEqual([whole, small, still])
    expect([gif?.width, gif?.height, gif?.description]).toEqual([...size, 'Dancing cat 7'])
    expect(service.asked[0]?.pathname).toBe(path)
  },
)

test.each(providers)('%s is asked with the key, which is in no answer', async (provider) => {
  const { find, asked } = await stage(provider)
  const answer = await find('cat')
  expect(asked()[provider === 'giphy' ? 'api_key' : 'key']).toBe(key)
  expect(JSON.stringify(answer)).not.toContain(key)
})

test.each([
  ['giphy', '/v2/trending'],
  ['tenor', '/v2/featured'],
  ['klipy', '/v2/featured'],
] as const)('without words, %s says what is popular, page by page to the end', async (provider, path) => {
  const { find, service } = await stage(provider)
  const described: string[] = []
  let position: string | null = ''
  for (let pages = 0; position !== null && pages < 5; pages++) {
    const { gifs, next }: Answer<typeof getGifs> = await find('', position)
    described.push(...gifs.map(({ description }) => description))
    position = next
  }
  expect(described).toEqual(Array.from({ length: 60 }, (_, index) => `Dancing cat ${index + 1}`))
  expect(service.asked.map(({ pathname }) => pathname)).toEqual([path, path, path, path])
  expect(service.asked.every(({ searchParams }) => !searchParams.has('q'))).toBe(true)
})

test.each([
  ['giphy', 'rating', { 1: 'y', 2: 'g', 3: 'pg', 4: 'pg-13', 5: 'r' }],
  ['tenor', 'contentfilter', { 1: 'high', 2: 'high', 3: 'medium', 4: 'low', 5: 'off' }],
  ['klipy', 'contentfilter', { 1: 'high', 2: 'high', 3: 'medium', 4: 'low', 5: 'off' }],
] as const)('%s is told the rating of the organization', async (provider, field, expected) => {
  const { t, owner, find, asked } = await stage(provider)
  for (const [policy, rating] of Object.entries(expected)) {
    await t.as(owner).call(updateRealm, { gif_rating_policy: Number(policy) })
    await find('cat')
    expect(asked()[field]).toBe(rating)
  }
})

test('what GIPHY rates higher than the organization allows is left out', async () => {
  const { service, find, t, owner } = await stage('giphy')
  const picture = (name: string) => ({ url: `https://gifs.example.com/${name}`, width: '1', height: '1' })
  const rated = (rating: string) => ({
    title: rating,
    rating,
    images: { downsized_medium: picture('a.gif'), fixed_height: picture('b.gif') },
  })
  const data = ['y', 'g', 'pg', 'pg-13', 'r', 'unrated'].map(rated)
  const body = JSON.stringify({ data, pagination: { count: 6, offset: 0, total_count: 6 } })
  service.answer({ status: 200, body })
  const found = async () => (await find('cat')).gifs.map(({ description }) => description)
  expect(await found()).toEqual(['y', 'g'])
  await t.as(owner).call(updateRealm, { gif_rating_policy: 4 })
  expect(await found()).toEqual(['y', 'g', 'pg', 'pg-13'])
})

test.each([
  ['giphy', 'lang', { de: 'de', 'pt-br': 'pt', 'zh-hans': 'zh-CN', 'zh-hant': 'zh-TW' }],
  ['tenor', 'locale', { de: 'de', 'pt-br': 'pt_BR', 'zh-hans': 'zh_CN', 'zh-hant': 'zh_TW' }],
] as const)('%s is told the language of the person', async (provider, field, expected) => {
  const { t, iris, find, asked } = await stage(provider)
  for (const [language, said] of Object.entries(expected)) {
    await t.as(iris).call(updateSettings, { default_language: language })
    await find('cat')
    expect(asked()[field]).toBe(said)
  }
})

const troubles: readonly (readonly [string, GifAnswer, string])[] = [
  ['breaks the connection', undefined, 'does not answer. Try again in a moment.'],
  ['has a fault', { status: 503, body: '' }, 'does not answer. Try again in a moment.'],
  [
    'refuses the key',
    { status: 403, body: '{}' },
    'does not accept this server’s key. The operator of the server can set another one in the configuration.',
  ],
  [
    'calls the key wrong',
    {
      status: 400,
      body: '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}',
    },
    'does not accept this server’s key. The operator of the server can set another one in the configuration.',
  ],
  [
    'was asked too often',
    { status: 429, body: '{}' },
    'takes no more searches from this server for now. Try again later.',
  ],
  [
    'answers in HTML',
    { status: 200, body: '<html>' },
    'gave an answer that this server does not understand. Its log says more.',
  ],
  [
    'answers something else',
    { status: 200, body: '{"cats":[]}' },
    'gave an answer that this server does not understand. Its log says more.',
  ],
  [
    'answers without end',
    { status: 200, body: `["${'x'.repeat(1024 * 1024)}"]` },
    'gave an answer that this server does not understand. Its log says more.',
  ],
]
const everyTrouble = providers.flatMap((provider) =>
  troubles.map(([what, answer, words]) => [provider, what, answer, words] as const),
)

test.each(everyTrouble)(
  'the caller hears that %s %s, and the log holds no key',
  async (provider, _, answer, words) => {
    const { t, service, fail } = await stage(provider)
    const warn = vi.spyOn(t.app.services.log, 'warn')
    service.answer(answer)
    expect(await fail('cat')).toEqual({ code: 'BAD_REQUEST', message: `${names[provider]} ${words}` })
    const lines = warn.mock.calls.map(([facts, text]) => {
      const { err } = facts as { readonly err: Error }
      return `${text} ${err.stack ?? ''} ${JSON.stringify(err.cause ?? '')}`
    })
    warn.mockRestore()
    expect(lines.join()).toContain(`${names[provider]} gave no GIFs.`)
    expect(lines.join()).not.toMatch(/operator|%20|\+of\+/)
  },
)

test.each(providers)('%s may mix in other things, which are left out', async (provider) => {
  const { service, find } = await stage(provider)
  const bad = ['javascript:alert(1)', 'https://a.example/)[x](y', `https://a.example/${'x'.repeat(2000)}`]
  const items = bad.map((url) => ({
    rating: 'g',
    images: { downsized_medium: { url }, fixed_height: { url, width: '9', height: '9' } },
    media_formats: { tinygif: { url, dims: [9, 9] } },
  }))
  const data = [...items, { type: 'ad' }, null]
  service.answer({
    status: 200,
    body: JSON.stringify({ data, results: data, next: 'more', pagination: { count: 5, offset: 0 } }),
  })
  const { gifs, next } = await find('cat')
  expect(gifs).toEqual([])
  expect(next).toBe(provider === 'giphy' ? '5' : 'more')
})

test('a position that GIPHY cannot have is refused before it is asked', async () => {
  const { service, fail } = await stage('giphy')
  expect((await fail('cat', 'from-24')).message).toBe(
    'GIPHY has no such position. Leave it out to begin at the beginning.',
  )
  expect(service.asked).toEqual([])
})

test('an organization without GIFs gets none, and nothing is asked', async () => {
  const { t, service, owner, fail } = await stage('giphy')
  await t.as(owner).call(updateRealm, { gif_rating_policy: 0 })
  expect((await fail('cat')).message).toBe(
    'This organization offers no GIFs. Its administrators can allow them in the settings of the organization.',
  )
  expect(service.asked).toEqual([])
})

const notOffered =
  'This server offers no GIFs. Its operator can set a key for Tenor, KLIPY or GIPHY in the configuration.'

test('without a key there are no GIFs', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect((await t.as(iris).refusal(getGifs, { query: 'cat' })).message).toBe(notOffered)
})

test('where pictures of other servers are not shown there are no GIFs, and clients get no key', async () => {
  const { t, iris, fail } = await stage('tenor', { TAGMA_EXTERNAL_MEDIA: 'off' })
  expect((await fail('cat')).message).toBe(notOffered)
  const state = await t.as(iris).call(registerQueue, { fetch_event_types: ['giphy', 'tenor', 'klipy'] })
  expect([state.giphy_api_key, state.tenor_api_key, state.klipy_api_key]).toEqual(['', '', ''])
})

test('of several services, the one is asked that clients of Zulip prefer', async () => {
  const keys = { GIPHY_API_KEY: key, KLIPY_API_KEY: key }
  expect((await (await stage('klipy', keys)).find('cat')).provider).toBe('klipy')
  expect((await (await stage('tenor', { ...keys, TENOR_API_KEY: key })).find('cat')).provider).toBe('tenor')
})

test('a service in a private network is asked only where the operator allows it', async () => {
  const { service, fail } = await stage('giphy', { TAGMA_OUTGOING_ALLOW: '' })
  expect((await fail('cat')).message).toBe('GIPHY does not answer. Try again in a moment.')
  expect(service.asked).toEqual([])
})

test('one person searches only so often, and others go on', async () => {
  const { t, find, fail } = await stage('giphy', { TAGMA_RATE_LIMITS: 'gifs=2/60' })
  await find('cat')
  await find('cat 1')
  expect((await fail('cat 2')).code).toBe('RATE_LIMIT_HIT')
  const { otto } = await t.given.members('otto')
  expect((await t.as(otto).call(getGifs, { query: 'cat 2' })).gifs.length).toBe(11)
})
