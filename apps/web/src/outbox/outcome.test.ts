import { ApiError } from '@tagma/client/api-error.ts'
import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

const answer = (status: number, body: object) => new ApiError(status, { result: 'error', ...body })

test('a refusal of the server stays one', () => {
  const error = answer(400, { code: 'STREAM_DOES_NOT_EXIST', msg: 'There is no such channel.' })
  expect(outcomeOf(error)).toEqual({ kind: 'refused', reason: 'There is no such channel.' })
})

test.each([403, 404, 413])('a page of a proxy with status %s refuses nothing', (status) => {
  expect(outcomeOf(new ApiError(status, {}))).toEqual({ kind: 'later' })
})

test('too many calls wait as long as the server says, in its answer or its header', () => {
  const code = 'RATE_LIMIT_HIT'
  const byHeader = new ApiError(429, { code }, new Headers({ 'retry-after': '4' }))
  expect(outcomeOf(answer(429, { code, 'retry-after': 3 }))).toEqual({ kind: 'later', wait: 3000 })
  expect(outcomeOf(byHeader)).toEqual({ kind: 'later', wait: 4000 })
  expect(outcomeOf(answer(429, { code }))).toEqual({ kind: 'later' })
})

test.each([401, 408, 500, 503])('%s can succeed later', (status) => {
  expect(outcomeOf(answer(status, { code: 'ANY' }))).toEqual({ kind: 'later' })
})

test('without a network it can succeed later', () => {
  expect(outcomeOf(new TypeError('Failed to fetch'))).toEqual({ kind: 'later' })
})
