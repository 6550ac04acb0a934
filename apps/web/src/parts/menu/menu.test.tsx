import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { organizationLink } from '#parts/organizations/organization-link.tsx'
import { learn } from '#words/words.ts'
import { Menu } from './menu.tsx'

afterEach(() => render(null, document.body))

test('an item that cannot be chosen says why, and does nothing', async () => {
  const done: string[] = []
  await act(() =>
    render(
      <Menu
        label="Message actions"
        anchor={{ x: 0, y: 0 }}
        onClose={() => done.push('closed')}
        entries={[
          { label: 'Edit', reason: 'Too old', onChoose: () => done.push('edit') },
          { label: 'Star', onChoose: () => done.push('star') },
        ]}
      />,
      document.body,
    ),
  )
  const menu = document.querySelector('[role=menu]')!
  expect(menu.getAttribute('aria-label')).toBe('Message actions')
  const [edit, star] = document.querySelectorAll<HTMLElement>('[role^=menuitem]')
  expect(edit!.textContent).toContain('Too old')
  await act(() => edit!.click())
  expect(done).toEqual([])
  await act(() => star!.click())
  expect(done).toEqual(['closed', 'star'])
})

test('a link is a real one: it closes the menu, and the browser follows it; Space does the same as Enter', async () => {
  await learn('organizations')
  const done: string[] = []
  await act(() =>
    render(
      <Menu
        label="Organizations"
        anchor={{ x: 0, y: 0 }}
        onClose={() => done.push('closed')}
        entries={[
          {
            label: 'Difference Engine',
            draw: organizationLink({ address: '#elsewhere', name: 'Difference Engine' }, 'silent'),
            onChoose: () => done.push('chosen'),
          },
        ]}
      />,
      document.body,
    ),
  )
  const link = document.querySelector<HTMLAnchorElement>('a[role=menuitem]')!
  expect([link.getAttribute('href'), link.getAttribute('aria-disabled')]).toEqual(['#elsewhere', 'false'])
  expect(link.textContent).toContain('Does not answer')
  const isLeft: boolean[] = []
  document.addEventListener('click', (event) => isLeft.push(event.defaultPrevented), { once: true })
  link.focus()
  await act(() => {
    link.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
  })
  await expect.poll(() => done).toEqual(['closed', 'chosen'])
  expect(isLeft).toEqual([false])
  // Its own menu of the browser opens it in a tab.
  const menuOf = (target: Element) => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([menuOf(link), menuOf(document.querySelector('[role=menu]')!)]).toEqual([false, true])
})
