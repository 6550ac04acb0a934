import { describe, expect, test } from 'vitest'
import { goldenLookups } from '../golden/lookups.ts'
import { htmlProblems } from '../test/strict-html.ts'
import type { Facts } from './facts.ts'
import { noLookups } from './lookups.ts'
import { render } from './render.ts'

async function factsOf(text: string): Promise<Facts> {
  return (await render(text, goldenLookups)).facts
}

test('a message without anything has no facts', async () => {
  expect(await factsOf('Good morning')).toEqual({
    mentionedUserIds: [],
    silentlyMentionedUserIds: [],
    mentionedGroupIds: [],
    mentionsChannel: false,
    mentionsTopic: false,
    alertedUserIds: [],
    isMeMessage: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    uploadPathIds: [],
    pageUrls: [],
  })
})

test.each(['', ' ', '\n\n', '```\n```', '\0', '\u0002'])('%j has no content', async (text) => {
  expect((await render(text, goldenLookups)).html).toBe('')
})

describe('mentions', () => {
  test('are told apart by loudness, in ascending order', async () => {
    const facts = await factsOf(
      '@**Otto Lind|15** @**Iris Okafor** @**Otto Lind|15** @_**|14** @**Gone Gustav**',
    )
    expect(facts).toMatchObject({ mentionedUserIds: [12, 15], silentlyMentionedUserIds: [14, 16] })
  })

  test('of groups count unless silent or deactivated', async () => {
    const facts = await factsOf('@*support* @*night shift* @_*role:administrators*')
    expect(facts.mentionedGroupIds).toEqual([5])
  })

  test.each([
    ['@**all**', true, false],
    ['@**channel**', true, false],
    ['@**topic**', false, true],
    ['@_**all** @_**topic**', false, false],
    ['`@**all**`', false, false],
    ['> @**all** @**topic**', false, false],
    ['```quote\n@**all**\n```', false, false],
    ['```\n@**all** @**Iris Okafor**\n```', false, false],
  ])('of everybody: %j', async (text, mentionsChannel, mentionsTopic) => {
    expect(await factsOf(text)).toMatchObject({ mentionsChannel, mentionsTopic, mentionedUserIds: [] })
  })

  test('in a quote are silent', async () => {
    expect(await factsOf('```quote\n@**Iris Okafor** @*support*\n```')).toMatchObject({
      mentionedUserIds: [],
      silentlyMentionedUserIds: [12],
      mentionedGroupIds: [],
    })
  })
})

test.each([
  ['The lighthouse is on.', [12]],
  ['TEA TIME!', [12, 14]],
  ['teapot and lighthouses', []],
  ['https://example.com/lighthouse', []],
  ['**lighthouse** `tea`', [12, 14]],
])('alert words in %j', async (text, alertedUserIds) => {
  expect((await factsOf(text)).alertedUserIds).toEqual(alertedUserIds)
})

test.each([
  ['/me waves', true],
  ['/me waves\n\nand smiles', true],
  ['/me', false],
  ['/meow', false],
  [' /me waves', false],
  ['/me - lists\n- things', false],
])('%j is about oneself: %s', async (text, isMeMessage) => {
  expect((await factsOf(text)).isMeMessage).toBe(isMeMessage)
})

test.each([
  ['see example.com', { hasLink: true, pageUrls: ['http://example.com'] }],
  [
    '[a](https://example.com/a) [b](https://example.com/a)',
    { hasLink: true, pageUrls: ['https://example.com/a'] },
  ],
  ['[a](mailto:iris@example.com)', { hasLink: true, pageUrls: [] }],
  ['[a](#narrow/x)', { hasLink: true, pageUrls: [] }],
  ['#**front desk**', { hasLink: true, pageUrls: [] }],
  ['#123', { hasLink: true, pageUrls: [] }],
  ['`example.com`', { hasLink: false, pageUrls: [] }],
  ['> https://example.com/a', { hasLink: true, pageUrls: [] }],
  ['https://example.com/cat.png', { hasLink: true, pageUrls: [] }],
])('links in %j', async (text, facts) => {
  expect(await factsOf(text)).toMatchObject(facts)
})

test.each([
  ['[garden](/user_uploads/1/ab/garden.png)', { hasImage: true, uploadPathIds: ['1/ab/garden.png'] }],
  ['![garden](/user_uploads/1/ab/garden.png)', { hasImage: true, uploadPathIds: ['1/ab/garden.png'] }],
  ['[notes](/user_uploads/1/ab/notes.pdf)', { hasImage: false, uploadPathIds: ['1/ab/notes.pdf'] }],
  [
    'https://chat.example.com/user_uploads/1/ab/notes.pdf',
    { hasImage: false, uploadPathIds: ['1/ab/notes.pdf'] },
  ],
  ['https://example.com/user_uploads/1/ab/notes.pdf', { hasImage: false, uploadPathIds: [] }],
  ['[thumb](/user_uploads/thumbnail/1/ab/garden.png/840x560.webp)', { hasImage: false, uploadPathIds: [] }],
  ['https://example.com/cat.png', { hasImage: true, uploadPathIds: [] }],
])('uploads and pictures in %j', async (text, facts) => {
  expect(await factsOf(text)).toMatchObject({ ...facts, hasAttachment: facts.uploadPathIds.length > 0 })
})

test('at most 24 pictures are previewed', async () => {
  const text = Array.from({ length: 30 }, (_, index) => `https://example.com/${index}.png`).join('\n')
  const { html } = await render(text, goldenLookups)
  expect(html.match(/message_inline_image/g)).toHaveLength(24)
})

test('a page that is known has a preview behind its paragraph', async () => {
  const url = 'https://example.com/a?b&c'
  const page = {
    url,
    title: 'A "good" <page>',
    description: 'All of it & more',
    image: 'https://example.com/a.png',
  }
  const lookups = {
    ...noLookups,
    pages: [page],
    options: {
      ...noLookups.options,
      externalMediaUrl: (address: string) => `/external_content/ab/${address.length}`,
    },
  }
  const link = 'href="https://example.com/a?b&amp;c"'
  expect((await render(`See ${url}\n\n> ${url}`, lookups)).html).toBe(
    `<p>See <a ${link}>https://example.com/a?b&amp;c</a></p>\n` +
      `<div class="message_embed"><a class="message_embed_image" ${link} style="background-image: url(&quot;/external_content/ab/25&quot;)"></a>` +
      `<div class="data-container"><div class="message_embed_title"><a ${link} title="A &quot;good&quot; &lt;page&gt;">A "good" &lt;page&gt;</a></div>` +
      '<div class="message_embed_description">All of it &amp; more</div></div></div>' +
      `<blockquote>\n<p><a ${link}>https://example.com/a?b&amp;c</a></p>\n</blockquote>`,
  )
  expect(htmlProblems((await render(url, lookups)).html)).toEqual([])
  const untitled = { ...lookups, pages: [{ ...page, title: '', description: '' }] }
  expect((await render(url, untitled)).html).toContain('<div class="data-container"></div></div>')
  expect((await render(url, { ...lookups, options: noLookups.options })).html).not.toContain('message_embed')
})

test('only ten thousand characters of code are highlighted', async () => {
  const { html } = await render(`\`\`\`py\n${'x = 1\n'.repeat(2000)}\`\`\``, goldenLookups)
  expect(html).not.toContain('<span class="mi">')
  expect(html).toContain('data-code-language="Python"')
})
