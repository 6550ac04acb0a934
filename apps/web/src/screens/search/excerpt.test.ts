import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('the matches of the server are marked', () => {
  const html = '<p>Warm <strong><span class="highlight">grey</span></strong> &amp; more</p>'
  expect(excerptOf(html, ['warm'])).toEqual([
    { text: 'Warm ', isMatch: false },
    { text: 'grey', isMatch: true },
    { text: ' & more', isMatch: false },
  ])
})

test('without marks of the server, the words are marked in any case', () => {
  expect(excerptOf('<p>C++ and Paper</p>', ['paper', 'c++'])).toEqual([
    { text: 'C++', isMatch: true },
    { text: ' and ', isMatch: false },
    { text: 'Paper', isMatch: true },
  ])
})

test('of a long message, the part around the first match is shown', () => {
  const [first, match] = excerptOf(`<p>${'long '.repeat(60)}grey ${'after '.repeat(90)}</p>`, ['grey'])
  expect(first!.text).toMatch(/^…(?:long )+$/)
  expect(match).toEqual({ text: 'grey', isMatch: true })
})

test('what looks like an element in the text stays text', () => {
  expect(excerptOf('<p>&lt;img src=x&gt;</p>', [])).toEqual([{ text: '<img src=x>', isMatch: false }])
})
