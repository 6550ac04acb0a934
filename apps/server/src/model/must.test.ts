import { expect, test } from 'vitest'
import { must } from './must.ts'
import { Refusal } from './refusal.ts'

test.each([0, '', false, 7])('%j is a value', (value) => {
  expect(must(value, 'it is missing')).toBe(value)
})

test.each([null, undefined])(
  '%s where a value must be is a fault of the server, and no refusal',
  (missing) => {
    const fault = (() => {
      try {
        return must(missing, 'the insert returned no id')
      } catch (error) {
        return error
      }
    })()
    expect(fault).toEqual(new Error('It cannot be that the insert returned no id.'))
    expect(fault).not.toBeInstanceOf(Refusal)
  },
)
