import { expect, test } from 'vitest'
import { changeOutsideCode } from './outside-code.ts'

test.each([
  ['tea', 'TEA'],
  ['tea `tea` tea', 'TEA `tea` TEA'],
  ['``a ` b`` c', '``a ` b`` C'],
  ['\\`a` b', '\\`A` B'],
  ['a\n```\nb\n```\nc', 'A\n```\nb\n```\nC'],
  ['a\n~~~ python\nb `c\n~~~\nd', 'A\n~~~ python\nb `c\n~~~\nD'],
  ['```quote\na `b`\n```\nc', '```quote\nA `b`\n```\nC'],
  ['````quote\n```\na\n```\nb\n````\nc', '````quote\n```\na\n```\nB\n````\nC'],
  ['```spoiler Title\na\n```', '```spoiler Title\nA\n```'],
  ['```math\na\n```\n', '```math\na\n```\n'],
  ['a\n```\nb', 'A\n```\nb'],
  ['', ''],
])('%j becomes %j', (before, after) => {
  expect(changeOutsideCode(before, (part) => part.toUpperCase())).toBe(after)
})
