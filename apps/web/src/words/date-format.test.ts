import { expect, test } from 'vitest'
import { dateFormat } from './date-format.ts'

test('a format is made once for the same locale and options', () => {
  const options = { timeZone: 'UTC', dateStyle: 'short' } as const
  expect(dateFormat('sv', options)).toBe(dateFormat('sv', { ...options }))
  expect(dateFormat('sv', options).format(0)).toBe('1970-01-01')
})

test('another zone or locale is another format', () => {
  const sydney = dateFormat('sv', { timeZone: 'Australia/Sydney', dateStyle: 'short' })
  expect(sydney.format(Date.UTC(2026, 10, 22, 20))).toBe('2026-11-23')
  expect(dateFormat('en-US', { timeZone: 'UTC', dateStyle: 'short' }).format(0)).toBe('1/1/70')
})
