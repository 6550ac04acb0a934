import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage({ TAGMA_OUTGOING_ALLOW: '127.0.0.1' })
const { send, open } = inTopics(story)

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const page = `<head><meta property="og:title" content="A table of greys &lt;script&gt;alert(1)&lt;/script&gt;">
  <meta name="description" content="${'Which grey suits which paper. '.repeat(20)}">
  <meta property="og:image" content="/grey.png"></head>`

const pages = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(page),
)
let root = ''
beforeAll(async () => {
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  root = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  await story.world.people.olive.call(updateRealm, { inline_url_embed_preview: true })
})
afterAll(() => {
  pages.closeAllConnections()
  pages.close()
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
  ['in the dark', { colorScheme: 'dark' as const }],
])('%s, the preview of a page appears behind the message while one looks', async (name, options) => {
  const topic = `pages ${name}`
  await send('otto', topic, 'A link comes:')
  const reader = await open('iris', topic, options)
  // The server loads pictures from public addresses only.
  await reader.route('**/external_content/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  )
  await send('otto', topic, `See ${root}/table`)
  const article = articleOf(reader, 'See http')
  const title = article.getByRole('link', { name: 'A table of greys <script>alert(1)</script>' })
  await title.waitFor()
  expect(await title.getAttribute('href')).toBe(`${root}/table`)
  const image = article.locator('.message_embed img')
  expect(await image.getAttribute('src')).toMatch(/^\/external_content\//)
  await article.getByText('127.0.0.1', { exact: true }).waitFor()
  expect(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await accessibilityProblems(reader, '.main')).toEqual([])
})
