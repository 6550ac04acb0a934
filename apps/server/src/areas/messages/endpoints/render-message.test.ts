import { renderMessage } from '@tagma/contract/endpoints/messages/render-message.ts'
import { limits } from '@tagma/contract/limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('content is rendered as its message would be, up to the limit in code points', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const rendered = async (content: string) => (await t.as(iris).call(renderMessage, { content })).rendered
  expect(await rendered('**Hello** @**otto** <b>')).toBe(
    `<p><strong>Hello</strong> <span class="user-mention" data-user-id="${otto.id}">@otto</span> &lt;b&gt;</p>`,
  )
  expect(await rendered('')).toBe('')
  // An astral character is one code point, but two units of UTF-16.
  const longest = '🦑'.repeat(limits.maxMessageLength)
  expect(await rendered(longest)).toBe(`<p>${longest}</p>`)
  expect(await t.as(iris).refusal(renderMessage, { content: `${longest}x` })).toMatchObject({
    code: 'BAD_REQUEST',
    message: `content is too long (limit: ${limits.maxMessageLength} characters)`,
  })
  expect((await t.as(iris).refusal(renderMessage, {} as never)).code).toBe('REQUEST_VARIABLE_MISSING')
})
