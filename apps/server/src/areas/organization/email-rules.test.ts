import { expect, test } from 'vitest'
import { emailDomainProblem } from './email-rules.ts'

const domains = [
  { id: 1, domain: 'example.com', allowSubdomains: false },
  { id: 2, domain: 'acme.example', allowSubdomains: true },
]

const problem = (email: string, restricted: boolean, disallowDisposable = true, allowed = domains) =>
  emailDomainProblem(
    {
      name: 'Acme',
      domains: allowed,
      settings: {
        emails_restricted_to_domains: restricted,
        disallow_disposable_email_addresses: disallowDisposable,
      } as Parameters<typeof emailDomainProblem>[0]['settings'],
    },
    email,
  )

test.each(['iris@example.com', 'iris@EXAMPLE.com', 'iris@acme.example', 'iris@eu.sales.acme.example'])(
  '%s may join',
  (email) => {
    expect(problem(email, true)).toBeUndefined()
  },
)

test.each([
  'iris@mail.example.com',
  'iris@notexample.com',
  'iris@notacme.example',
  'iris@example.com.evil.org',
])('%s may not', (email) => {
  expect(problem(email, true)).toMatch(/cannot join Acme: use one at example.com, acme.example\./)
  expect(problem(email, false)).toBeUndefined()
})

test('an address without a domain cannot join', () => {
  expect(problem('iris@example.com', true, true, [])).toBe('Addresses at example.com cannot join Acme.')
})

test('restricted domains allow one account for each mailbox', () => {
  expect(problem('iris+2@example.com', true)).toBe('Addresses with a + cannot join Acme.')
  expect(problem('iris+2@example.com', false)).toBeUndefined()
})

test('throw-away addresses are refused unless they are allowed', () => {
  expect(problem('iris@mailinator.com', false)).toMatch(/throw-away/)
  expect(problem('iris@mailinator.com', false, false)).toBeUndefined()
})
