import { staticClient } from 'fumadocs-core/search/client/orama-static'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtSite, type ServedSite, serveSite } from './built-site.ts'

let site: ServedSite
beforeAll(async () => {
  site = await serveSite(await builtSite())
})
afterAll(() => site.close())

const clientOf = (path: string) => staticClient({ from: `${site.url}${path}` })

test('the static client of Fumadocs loads the index and finds pages, headings and passages', async () => {
  const client = clientOf('/tag/api/search')
  const pages = await client.search('troubleshooting')
  expect(pages).toContainEqual(expect.objectContaining({ type: 'page', url: '/tag/troubleshooting' }))
  const inside = await client.search('TAGMA_RATE_LIMITS')
  expect(inside.map(({ url }) => url)).toContain('/tag/configuration#tagma_rate_limits')
  expect(await client.search('zzzzqqqq')).toEqual([])
})

test('it reads the index of another version, whose pages are there', async () => {
  const found = await clientOf('/tag/development/api/search').search('send a message')
  expect(found.map(({ url }) => url)).toContain('/tag/development/send-message')
})
