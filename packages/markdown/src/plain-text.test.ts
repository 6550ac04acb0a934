import { expect, test } from 'vitest'
import { goldenLookups } from '../golden/lookups.ts'
import { plainText } from './plain-text.ts'
import { render } from './render.ts'

test.each([
  ['a **b** `c` & <d>', 'a b c & <d>'],
  ['one\ntwo\n\nthree', 'one\ntwo\nthree'],
  ['@**Iris Okafor** #**front desk>Keys** [x](https://example.com)', '@Iris Okafor #front desk > Keys x'],
  ['👍 :smile: :tada: :zulip:', '👍 😄 :tada: :zulip:'],
  ['Otto said:\n> no\n\nWhy?', 'Otto said:\n[…]\nWhy?'],
  ['> one\n\n> two\n\nthree', '[…]\nthree'],
  ['> only\n> this', '> only\n> this'],
  ['```spoiler The ending\nThe butler\n```', 'The ending (…)'],
  ['```spoiler\nThe butler\n```\nafter', '(…)\nafter'],
  ['7. a\n8. b', '7. a\n8. b'],
  ['- a\n  - b', 'a\nb'],
  ['$$x^2$$ and\n```math\ny\n```', '$$x^2$$ and\n$$y$$'],
  ['[garden](/user_uploads/1/ab/garden.png)', 'garden'],
  ['![garden](/user_uploads/1/ab/garden.png)', 'garden'],
  ['![bells & more](/user_uploads/1/ab/bells.mp3)', 'bells & more'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a\nb\n1\n2'],
  ['<time:2026-11-21>', '2026-11-21'],
  ['```py\nx < 1\n```', 'x < 1'],
  ['&copy; &#65; &#x42; &#0; &amp;lt;', '&copy; A B \uFFFD &lt;'],
  ['', ''],
])('%j reads %j', async (text, expected) => {
  expect(plainText((await render(text, goldenLookups)).html)).toBe(expected)
})

test('the preview of a page is no part of the text', async () => {
  const url = 'https://example.com/a'
  const page = { url, title: 'Title', description: 'Words', image: 'https://example.com/a.png' }
  const lookups = { ...goldenLookups, pages: [page] }
  const { html } = await render(`See ${url} now`, lookups)
  expect(html).toContain('Words')
  expect(plainText(html)).toBe('See https://example.com/a now')
})
