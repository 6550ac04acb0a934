import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
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
