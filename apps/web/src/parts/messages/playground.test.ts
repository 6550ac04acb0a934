import { expect, test } from 'vitest'
import { playgroundAddress } from './playground.ts'

test.each([
  ['https://play.example/?code={code}', 'https://play.example/?code=a%20%2B%20%22b%22%0A'],
  ['https://play.example/{?code}', 'https://play.example/?code=a%20%2B%20%22b%22%0A'],
  ['https://play.example/#{+code}', 'https://play.example/#a%20+%20%22b%22%0A'],
  ['https://play.example/x{#code}', 'https://play.example/x#a%20+%20%22b%22%0A'],
])('%s opens the code exactly', (template, address) => {
  expect(playgroundAddress(template, 'a + "b"\n')).toBe(address)
})

test('only web addresses are opened', () => {
  expect(playgroundAddress('javascript:{code}', 'alert(1)')).toBeUndefined()
  expect(playgroundAddress('{+code}', 'javascript:alert(1)')).toBeUndefined()
})
