import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { removeCodePlayground } from '@tagma/contract/endpoints/playgrounds/remove-code-playground.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const python = {
  name: 'Python playground',
  pygments_language: 'Python',
  url_template: 'https://python.example.com?code={code}',
}

test('playgrounds are added and removed, and everybody learns of it', async () => {
  const t = await testApp()
  const { administrator, guest } = await t.given.everyRole()
  let id = 0
  await converge(t, [administrator, guest], async () => {
    id = (await t.as(administrator).call(addCodePlayground, python)).id
  })
  const { realm_playgrounds } = await t.as(guest).call(registerQueue, {})
  expect(realm_playgrounds).toEqual([{ id, ...python }])
  await converge(t, [administrator, guest], () =>
    t.as(administrator).call(removeCodePlayground, { playground_id: id }),
  )
})

const noWebAddress = 'The URL template must begin with http:// or https:// and the name of a host.'

test.each([
  [{ name: ' ' }, 'name cannot be blank'],
  [{ pygments_language: 'Py<thon' }, 'Invalid characters in pygments language'],
  [{ url_template: 'https://example.com/{code' }, 'Invalid URL template.'],
  [{ url_template: 'https://example.com/' }, 'Missing the required variable "code" in the URL template'],
  [
    { url_template: 'https://example.com/{code}{user}' },
    '"code" should be the only variable present in the URL template',
  ],
  [{ url_template: 'javascript:alert({code})' }, noWebAddress],
  [{ url_template: 'data:text/html,{code}' }, noWebAddress],
  [{ url_template: '//example.com/{code}' }, noWebAddress],
  [{ url_template: 'https://{code}' }, noWebAddress],
  [{}, 'Python has a playground with this name already.'],
])('%j is refused', async (change, message) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.as(owner).call(addCodePlayground, python)
  expect(await t.as(owner).refusal(addCodePlayground, { ...python, ...change })).toMatchObject({
    code: 'BAD_REQUEST',
    message,
  })
})

test('only administrators change playgrounds, and only those of their organization', async () => {
  const t = await testApp()
  const { owner, moderator } = await t.given.everyRole()
  const elsewhere = await testApp()
  const stranger = await elsewhere.given.user('stranger', { role: 'owner' })
  const { id } = await elsewhere.as(stranger).call(addCodePlayground, python)
  for (const playground_id of [id, 999_999])
    expect(await t.as(owner).refusal(removeCodePlayground, { playground_id })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid playground',
    })
  expect((await t.as(moderator).refusal(addCodePlayground, python)).code).toBe('UNAUTHORIZED_PRINCIPAL')
  expect((await t.as(moderator).refusal(removeCodePlayground, { playground_id: 1 })).code).toBe(
    'UNAUTHORIZED_PRINCIPAL',
  )
})
