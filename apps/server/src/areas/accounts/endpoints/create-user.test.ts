import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const newcomer = { email: 'nina@example.com', password: 'correct horse', full_name: 'Nina' }

test('an administrator with the permission makes an account, which works and which everybody sees', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  expect(await t.as(administrator).refusal(createUser, newcomer)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'User not authorized to create users',
  })
  await t.given.mayCreateUsers(administrator)
  let id = 0
  await converge(t, [administrator, member, guest], async () => {
    id = (await t.as(administrator).call(createUser, newcomer)).user_id
  })
  const signedIn = await t.as().call(fetchApiKey, { username: newcomer.email, password: newcomer.password })
  expect(signedIn.user_id).toBe(id)
})

test('an account made by others counts as joined at the first sign-in', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await t.given.mayCreateUsers(administrator)
  const { user_id } = await t.as(administrator).call(createUser, newcomer)
  const joined = async () => (await t.as(member).call(getUser, { user_id })).user.date_joined
  const made = await joined()
  t.clock.advance({ days: 2 })
  const signIn = () => t.as().call(fetchApiKey, { username: newcomer.email, password: newcomer.password })
  await converge(t, [member], signIn)
  expect(Date.parse(await joined()) - Date.parse(made)).toBe(2 * 24 * 3600 * 1000)
  t.clock.advance({ days: 2 })
  const received = await converge(t, [member], signIn)
  expect(received.get(member.id)).toEqual([])
})

test.each([
  [{ ...newcomer, email: 'MEMBER@example.com' }, "Email 'MEMBER@example.com' already in use"],
  [{ ...newcomer, email: 'nobody' }, 'Enter a valid email address.'],
  [{ ...newcomer, password: 'short' }, 'Choose a password of at least 12 characters.'],
  [{ ...newcomer, password: '12345' }, 'Choose a password of at least 12 characters.'],
  [{ ...newcomer, full_name: '' }, 'Enter a name without'],
  [{ ...newcomer, full_name: 'x'.repeat(101) }, 'Enter a name of at most 100 characters.'],
])('%j cannot be made', async (account, message) => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await t.given.mayCreateUsers(administrator)
  expect(await t.as(administrator).refusal(createUser, account)).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    message: expect.stringContaining(message),
  })
  expect(t.directory.userByEmail(newcomer.email)).toBeUndefined()
  await t.given.mayCreateUsers(member)
  expect(await t.as(member).refusal(createUser, newcomer)).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
})
