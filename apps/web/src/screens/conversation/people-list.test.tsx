import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { learn } from '#words/words.ts'
import { PeopleList } from './people-list.tsx'

beforeEach(() => learn('acting'))
afterEach(() => render(null, document.body))

/** Draws so many people, named by their numbers. */
async function draw(count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const realm_users = ids.map((user_id) => ({ user_id, full_name: `Person ${user_id}` }))
  const store = new Store({ state: { realm_users } } as unknown as Known)
  await act(() =>
    render(
      <AppContext value={{ store } as App}>
        <PeopleList ids={ids} />
      </AppContext>,
      document.body,
    ),
  )
}

const names = () => Array.from(document.querySelectorAll('li'), (row) => row.textContent)
const more = () => document.querySelector('button')

test('of ten thousand people fifty are drawn, and fifty more on demand', async () => {
  await draw(10_000)
  expect(names()).toHaveLength(50)
  expect(names()[49]).toContain('Person 50')
  expect(more()?.textContent).toBe('Show 50 more people')
  await act(() => more()!.click())
  expect(names()).toHaveLength(100)
})

test('when everybody is drawn, the button is gone', async () => {
  await draw(51)
  expect(more()?.textContent).toBe('Show 1 more person')
  await act(() => more()!.click())
  expect(names()).toHaveLength(51)
  expect(more()).toBe(null)
})
